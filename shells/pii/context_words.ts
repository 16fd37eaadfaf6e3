/**
 * Looks for the words that say what a number is.
 *
 * @module
 */
import { HIDDEN } from "./hide_replaced.ts";

/** How far before a number its label may begin, in units of the folded text. Streams keep this much. */
export const CONTEXT_BEFORE = 48;

/**
 * The words before a piece, on the same line. Never farther than a digit or a masked value: what stands beyond
 * is the label of that one.
 *
 * @param text Folded.
 * @param start Where the piece begins.
 *
 * @example
 * ```ts
 * wordsBefore("1, phone: 785 8949", 10); // ", phone: "
 * ```
 */
export function wordsBefore(text: string, start: number): string {
  let from = start;
  const limit = Math.max(0, start - CONTEXT_BEFORE);
  while (from > limit && !STOP.test(text.charAt(from - 1))) from--;
  return text.slice(from, start);
}

/**
 * The words behind a piece, up to 16 units, on the same line.
 *
 * @param text Folded.
 * @param end Where the piece ends.
 *
 * @example
 * ```ts
 * wordsAfter("785 8949 office", 8); // " office"
 * ```
 */
export function wordsAfter(text: string, end: number): string {
  let to = end;
  const limit = Math.min(text.length, end + 16);
  while (to < limit && !STOP.test(text.charAt(to))) to++;
  return text.slice(end, to);
}

const STOP = new RegExp(`[\\d\\n\\r*@${HIDDEN}]`);
