/**
 * Groups of UTF-16 units that folding a text and cutting a stream must agree on.
 *
 * @module
 */

/** From one unit to another, both included. */
export type UnitRange = readonly [from: number, to: number];

/** What is not there for a reader: soft hyphens, zero-width and direction marks, variation selectors, key caps. */
export const INVISIBLE_UNITS: readonly UnitRange[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20e3, 0x20e3],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
];

/** Blanks beyond ASCII. */
export const SPACE_UNITS: readonly UnitRange[] = [
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];
