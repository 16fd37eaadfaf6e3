/**
 * Folds what looks alike, so that recognisers need to know one way of writing only.
 *
 * @module
 */
import { INVISIBLE_UNITS as INVISIBLE, SPACE_UNITS as SPACES, type UnitRange } from "./unit_ranges.ts";

/** A folded text and the way back. */
export interface FoldedText {
  /** Full-width forms are ASCII here, invisible characters are gone, dashes and spaces are plain, `%40` is `@`. */
  readonly text: string;
  /** Turns an offset into the folded text into one into the original. An end belongs to the character before it. */
  originalOf(offset: number, side: "start" | "end"): number;
}

const DASHES: readonly UnitRange[] = [
  [0x2010, 0x2015],
  [0x2043, 0x2043],
  [0x2212, 0x2212],
  [0xfe58, 0xfe58],
  [
    0xfe63,
    0xfe63,
  ],
];
/** Full-width forms but for , ; ! and ?, which separate sentences and are in no value. */
const WIDE: readonly UnitRange[] = [[0xff02, 0xff0b], [0xff0d, 0xff1a], [0xff1c, 0xff1e], [0xff20, 0xff5e]];
/** Arabic and Persian zeros; nine digits follow each. */
const ZEROS = [0x660, 0x6f0];

/** Tags and more variation selectors: pairs of surrogates that begin with this one. */
const TAG = 0xdb40;
/** A noncharacter: stands for what is dropped, and is dropped where it occurs. */
const NOTHING = 0xffff;
const FOLDED = foldingTable();
const FOLDABLE = new RegExp(
  `%40|[\\u2024\\ufe6b\\udb40\\u0660-\\u0669\\u06f0-\\u06f9${
    [...INVISIBLE, ...SPACES, ...DASHES, ...WIDE].map(escaped).join("")
  }]`,
);
/** As many units as may be arguments of one call. */
const PIECE = 8_192;

/**
 * Folds a text. Costs one scan where there is nothing to fold.
 *
 * @param text Any text.
 *
 * @example
 * ```ts
 * foldText("１３８\u200b00138000").text; // "13800138000"
 * ```
 */
export function foldText(text: string): FoldedText {
  const first = text.search(FOLDABLE);
  if (first < 0) return { text, originalOf: (offset) => offset };
  const pieces: string[] = [text.slice(0, first)];
  const units = new Uint16Array(PIECE);
  /** From the first on, both texts run side by side up to the next: offsets into the folded one, and the original. */
  const [jumps, originals]: [number[], number[]] = [[], []];
  let [length, filled] = [first, 0];
  for (let at = first; at < text.length;) {
    const unit = text.charCodeAt(at);
    const width = widthOf(text, at, unit);
    const folded = width === 1 ? FOLDED[unit] ?? unit : width === 2 ? NOTHING : 0x40;
    at += width;
    if (folded !== NOTHING) {
      units[filled++] = folded;
      length++;
      if (filled === PIECE) {
        pieces.push(String.fromCharCode(...units));
        filled = 0;
      }
      if (width === 1) continue;
    }
    // A run of what is dropped is one jump.
    if (jumps.at(-1) !== length) {
      jumps.push(length);
      originals.push(at);
    } else originals[originals.length - 1] = at;
  }
  pieces.push(String.fromCharCode(...units.subarray(0, filled)));
  return { text: pieces.join(""), originalOf: wayBack(jumps, originals) };
}

/** Three for `%40`, two for a tag. */
function widthOf(text: string, at: number, unit: number): number {
  if (unit === 0x25) return text.startsWith("40", at + 1) ? 3 : 1;
  if (unit !== TAG) return 1;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xddef ? 2 : 1;
}

function wayBack(jumps: readonly number[], originals: readonly number[]): FoldedText["originalOf"] {
  return (offset, side) => {
    // What ends at a jump ends before what was dropped there: look up the unit before the end.
    const at = side === "end" && offset > 0 ? offset - 1 : offset;
    const jump = lastAtMost(jumps, at);
    return (originals[jump] ?? 0) + at - (jumps[jump] ?? 0) + offset - at;
  };
}

function lastAtMost(sorted: readonly number[], offset: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function foldingTable(): Uint16Array {
  const table = Uint16Array.from({ length: 65_536 }, (_, unit) => unit);
  const fill = (unit: number, ranges: readonly UnitRange[]) => {
    for (const [from, to] of ranges) table.fill(unit, from, to + 1);
  };
  fill(NOTHING, INVISIBLE);
  fill(0x20, SPACES);
  fill(0x2d, DASHES);
  for (const [from, to] of WIDE) for (let unit = from; unit <= to; unit++) table[unit] = unit - 0xfee0;
  for (const zero of ZEROS) for (let digit = 0; digit < 10; digit++) table[zero + digit] = 0x30 + digit;
  table[0x2024] = 0x2e;
  table[0xfe6b] = 0x40;
  return table;
}

function escaped([from, to]: UnitRange): string {
  return [from, to].map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("-");
}
