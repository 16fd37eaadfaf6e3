/**
 * Which passages a turn's searches handed out, by number.
 *
 * @module
 */
import type { ObservedCall } from "./calls/observe_tools.ts";

/**
 * The numbers and titles in the outputs of knowledge-base calls. A `[n]` in an answer that is not among them was
 * made up.
 *
 * @param calls The turn's calls so far.
 * @returns Titles by number, none where the searches found nothing; `undefined` when nothing was searched.
 *
 * @example
 * ```ts
 * issuedPassages(calls)?.get(1); // "Travel policy › Hotels"
 * ```
 */
export function issuedPassages(calls: readonly ObservedCall[]): Map<number, string> | undefined {
  const searches = calls.flatMap(({ output }) => {
    const { structured } = Object(output) as { structured?: { hits?: unknown } };
    return Array.isArray(structured?.hits) ? [structured.hits] : [];
  });
  if (searches.length === 0) return undefined;
  const issued = new Map<number, string>();
  for (const { no, title } of searches.flat()) if (typeof no === "number") issued.set(no, String(title));
  return issued;
}
