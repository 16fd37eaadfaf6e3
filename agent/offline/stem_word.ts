import { stemWord as stemLowerCase } from "../../kb/stem_word.ts";

/**
 * Cuts an English word down to what its forms share, as the search of documents does.
 *
 * @param word A word of a sentence: its case and a possessive 's do not matter.
 * @returns The stem in lower case.
 *
 * @example
 * ```ts
 * stemWord("Predictions") === stemWord("predicted"); // true
 * ```
 */
export function stemWord(word: string): string {
  return stemLowerCase(word.toLowerCase().replace(/['’]s$/, ""));
}
