const DOUBLED = /([bdfgmnprt])\1$/;

/** A vowel between consonants at the very end, with no vowel before it: "hop", "us"; not "snow". */
const SHORT = /^[^aeiouy]*[aeiouy][^aeiouwxy]$/;

/**
 * Takes plural, `-ed` and `-ing` off an English word, so that "refunds", "refunded" and "refunding" meet.
 *
 * This is step 1 (a, b, c) of Porter's second English stemmer
 * (https://snowballstem.org/algorithms/english/stemmer.html). The later steps are left out on purpose: they join
 * words that a reader of tickets and policies wants apart ("universal", "university").
 *
 * @param word A lower-cased word. Words with anything but a–z in them come back as they are.
 * @returns The stem: equal for the forms of a word, not always a word itself.
 *
 * @example
 * ```ts
 * stemWord("policies"); // "polici"
 * stemWord("hopping"); // "hop"
 * ```
 */
export function stemWord(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  return withoutPastOrGerund(withoutPlural(word)).replace(/(?<=.[^aeiou])y$/, "i");
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word)) return word;
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPastOrGerund(word: string): string {
  if (word.endsWith("eed")) return word.length > 4 ? word.slice(0, -1) : word;
  const stem = word.replace(/(?:ed|ing)$/, "");
  if (stem === word || !/[aeiouy]/.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLED.test(stem)) return stem.slice(0, -1);
  return SHORT.test(stem) ? `${stem}e` : stem;
}
