/**
 * Finds what hexadecimal digits and colons make.
 *
 * @module
 */

/** A piece of the text. */
export interface Token {
  readonly start: number;
  readonly end: number;
}

/** The longest of interest: an IPv6 address with an IPv4 one at its end. */
const MAX_LENGTH = 45;

/**
 * Finds all maximal runs of hexadecimal digits, colons and dots that hold a colon and are no part of a word.
 *
 * @param text Folded.
 *
 * @example
 * ```ts
 * [...colonTokens("to fe80::1, ok")]; // [{ start: 3, end: 10 }]
 * ```
 */
export function* colonTokens(text: string): Generator<Token> {
  let end = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", end)) {
    let start = colon;
    while (start > end && isPart(text.charCodeAt(start - 1))) start--;
    end = colon + 1;
    while (end < text.length && isPart(text.charCodeAt(end))) end++;
    if (end - start > MAX_LENGTH + 2 || end - start < 4) continue;
    // A sentence's dot, and a colon before what follows, are not part of it.
    let last = end;
    if (/[.:]/.test(text.charAt(last - 1)) && text.slice(last - 2, last) !== "::") last--;
    if (/^[\w.-]$/.test(text.charAt(start - 1)) || /^\w$/.test(text.charAt(end))) continue;
    yield { start, end: last };
  }
}

function isPart(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x3a) || unit === 0x2e || (unit >= 0x41 && unit <= 0x46) ||
    (unit >= 0x61 && unit <= 0x66);
}
