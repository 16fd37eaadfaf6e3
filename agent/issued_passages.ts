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
 * @returns Titles by number.
 *
 * @example
 * ```ts
 * issuedPassages(calls).get(1); // "Travel policy › Hotels"
 * ```
 */
export function issuedPassages(calls: readonly ObservedCall[]): Map<number, string> {
  const issued = new Map<number, string>();
  for (const { output } of calls) {
    const { structured } = Object(output) as { structured?: { hits?: unknown } };
    const hits = Array.isArray(structured?.hits) ? structured.hits : [];
    for (const { no, title } of hits) if (typeof no === "number") issued.set(no, String(title));
  }
  return issued;
}
