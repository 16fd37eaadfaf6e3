/**
 * Cuts an English word down to what its forms share. Light on purpose: the stem only has to be equal for
 * forms of one word, it need not be a word.
 *
 * A shortened take on the S-stemmer (Harman 1991, "How effective is suffixing?") plus -ing, -ed and -ion.
 *
 * @param word A word; case does not matter.
 * @returns The stem in lower case.
 *
 * @example
 * ```ts
 * stemWord("predictions") === stemWord("predicted"); // true
 * ```
 */
export function stemWord(word: string): string {
  let stem = word.toLowerCase().replace(/['’]s$/, "");
  if (stem.length <= 3) return stem;
  stem = stem.replace(/ies$/, "y").replace(/(ss|sh|ch|x|z)es$/, "$1").replace(/([^su])s$/, "$1");
  if (stem.length > 4) {
    stem = stem.replace(/i[sz]ation$/, "iz").replace(/is(e|ed|ing)$/, "iz").replace(/(?:ing|ed)$/, "")
      .replace(/([^aeiousl])\1$/, "$1");
  }
  if (stem.length > 5) stem = stem.replace(/([ts])ions?$/, "$1").replace(/ator$/, "at").replace(/ly$/, "");
  return stem.length > 3 ? stem.replace(/e$/, "").replace(/y$/, "i") : stem;
}
