/**
 * Finds the runs of digits in a text.
 *
 * @module
 */

/** Runs of ASCII digits, in order: the nth run is `text.slice(starts[n], ends[n])`. */
export interface DigitGroups {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Finds all of them in one pass.
 *
 * @param text Folded, so that every digit is an ASCII one.
 *
 * @example
 * ```ts
 * findDigitGroups("010-1234"); // { starts: [0, 4], ends: [3, 8] }
 * ```
 */
export function findDigitGroups(text: string): DigitGroups {
  const starts: number[] = [];
  const ends: number[] = [];
  const digit = /\d/g;
  while (digit.test(text)) {
    let end = digit.lastIndex;
    starts.push(end - 1);
    while (isDigit(text.charCodeAt(end))) end++;
    ends.push(end);
    digit.lastIndex = end;
  }
  return { starts, ends };
}

/**
 * Is this UTF-16 unit an ASCII digit?
 *
 * @example
 * ```ts
 * isDigit("7".charCodeAt(0)); // true
 * ```
 */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
