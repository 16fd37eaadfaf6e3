/**
 * Joins runs of digits as people write long numbers.
 *
 * @module
 */
import type { DigitGroups } from "./digit_groups.ts";

/** Runs of digits with separators between them. */
export interface DigitChain {
  /** The first run. */
  readonly first: number;
  /** The last run. */
  readonly last: number;
  readonly digits: number;
}

/** E.164 allows fifteen; a trunk prefix in brackets, or an exit code, may come on top. */
const MAX_DIGITS = 17;
const BRACKETS = /^(?:\)[ .-]?|[ -]?\(|\)-\()$/;

/**
 * The longest chain that begins with a run. Only one separator stands between two runs, brackets aside.
 *
 * @param text Folded.
 * @param groups The text's runs.
 * @param first Which run to begin with.
 *
 * @example
 * ```ts
 * digitChain("785 8949", findDigitGroups("785 8949"), 0); // { first: 0, last: 1, digits: 7 }
 * ```
 */
export function digitChain(text: string, { starts, ends }: DigitGroups, first: number): DigitChain {
  let last = first;
  let digits = (ends[first] ?? 0) - (starts[first] ?? 0);
  while (last + 1 < starts.length) {
    const [from, to] = [ends[last] ?? 0, starts[last + 1] ?? 0];
    const length = (ends[last + 1] ?? 0) - to;
    if (to - from > 3 || digits + length > MAX_DIGITS || !links(text, from, to)) break;
    digits += length;
    last++;
  }
  return { first, last, digits };
}

/** Most are one space, dash or dot: only brackets are worth a pattern. */
function links(text: string, from: number, to: number): boolean {
  const unit = text.charCodeAt(from);
  if (to - from === 1 && (unit === 0x20 || unit === 0x2d || unit === 0x2e)) return true;
  return BRACKETS.test(text.slice(from, to));
}
