import { stemWord } from "./stem_word.ts";

/** Raised whenever the same text gives other tokens than before: indexes made by an older one are then refused. */
export const TOKENIZER_VERSION = 1;

/** Scripts written without spaces, whose words are found through single characters and pairs of neighbours. */
const UNSPACED = String
  .raw`[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]]`;
const SPACED = String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]`;

/** A run of unspaced script, or a word, number, id or version with its inner punctuation. */
const RUNS = new RegExp(`(${UNSPACED}+)|${SPACED}+(?:[\\-._'’:\\/@]${SPACED}+)*`, "gv");

/**
 * Splits text into the terms that the index stores.
 *
 * Han and other scripts without spaces give every character and every pair of neighbours. Everything else gives
 * lower-cased, stemmed words; ids and versions are kept whole and also split at their inner punctuation. The
 * text is normalised to NFKC first, so full-width letters and digits meet their plain forms.
 *
 * @param text Any text.
 * @returns The terms in order of appearance, repeated as often as they appear.
 *
 * @example
 * ```ts
 * tokenize("重跑 gen-itgc"); // ["重", "重跑", "跑", "gen-itgc", "gen", "itgc"]
 * ```
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  for (const run of text.normalize("NFKC").toLowerCase().matchAll(RUNS)) {
    if (run[1] !== undefined) pushPairs(run[1], tokens);
    else pushWords(run[0], tokens);
  }
  return tokens;
}

function pushPairs(run: string, tokens: string[]): void {
  let previous = "";
  for (const character of run) {
    if (previous !== "") tokens.push(previous + character);
    tokens.push(character);
    previous = character;
  }
}

function pushWords(compound: string, tokens: string[]): void {
  const word = compound.replace(/['’]s$/, "");
  const parts = word.split(/[-._'’:/@]/);
  if (parts.length > 1) tokens.push(word);
  for (const part of parts) tokens.push(stemWord(part));
}
