import { stemWord } from "./stem_word.ts";
import type { TextSpan } from "./text_span.ts";

/** A word (or a Han character) of a text, with its place. */
export interface TextToken extends TextSpan {
  /** The stem, or the Han character itself. */
  readonly term: string;
  /** As written. */
  readonly word: string;
}

/**
 * Cuts a text into words with their places; every Han character is a word.
 *
 * @param text The text, with full-width characters folded.
 * @returns The words in order; punctuation is left out.
 *
 * @example
 * ```ts
 * textTokens("3 nights").map(({ term }) => term); // ["3", "night"]
 * ```
 */
export function textTokens(text: string): TextToken[] {
  return [...text.matchAll(/\p{Script=Han}|[\p{L}\p{M}][\p{L}\p{M}'’]*|\d+/gu)].map((match) => {
    const start = match.index ?? 0;
    return { word: match[0], term: stemWord(match[0]), start, end: start + match[0].length };
  });
}
