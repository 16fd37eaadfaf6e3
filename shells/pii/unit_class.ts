/**
 * What a UTF-16 unit means for where a stream may be cut.
 *
 * @module
 */

import { INVISIBLE_UNITS, SPACE_UNITS, type UnitRange } from "./unit_ranges.ts";

/** Classes of units. */
export const UNIT = {
  /** May be inside a finding. */
  other: 0,
  digit: 1,
  newline: 2,
  /** May be inside a finding that holds digits. */
  space: 3,
  /** May be inside an extension only: Han and other East Asian letters. */
  han: 4,
  /** Is inside no finding, and nothing behind it says what stands before: full-width commas, stops and the like. */
  stop: 5,
  /** Is not there once the text is folded. */
  invisible: 6,
  quote: 7,
  hyphen: 8,
} as const;

const CLASSES = classify();

/**
 * The class of a unit.
 *
 * @example
 * ```ts
 * unitClass("。".charCodeAt(0)) === UNIT.stop; // true
 * ```
 */
export function unitClass(unit: number): number {
  return CLASSES[unit] ?? UNIT.other;
}

function classify(): Uint8Array {
  const classes = new Uint8Array(65_536);
  const mark = (kind: number, ranges: readonly UnitRange[]) => {
    for (const [from, to] of ranges) classes.fill(kind, from, to + 1);
  };
  mark(UNIT.han, [[0x2e80, 0xa4cf], [0xac00, 0xd7a3], [0xf900, 0xfaff]]);
  mark(UNIT.digit, [[0x30, 0x39], [0xff10, 0xff19], [0x660, 0x669], [0x6f0, 0x6f9]]);
  mark(UNIT.space, [[0x09, 0x09], [0x0d, 0x0d], [0x20, 0x20], ...SPACE_UNITS]);
  mark(UNIT.stop, [[0x3001, 0x3002], [0xff01, 0xff01], [0xff0c, 0xff0c], [0xff1b, 0xff1b], [0xff1f, 0xff1f]]);
  mark(UNIT.invisible, INVISIBLE_UNITS);
  mark(UNIT.quote, [[0x22, 0x22], [0x27, 0x27], [0x60, 0x60], [0xff02, 0xff02], [0xff07, 0xff07], [
    0xff40,
    0xff40,
  ]]);
  mark(UNIT.hyphen, [[0x2d, 0x2d], [0x2010, 0x2015], [0x2043, 0x2043], [0x2212, 0x2212], [0xff0d, 0xff0d]]);
  mark(UNIT.newline, [[0x0a, 0x0a]]);
  return classes;
}
