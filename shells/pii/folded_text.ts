/**
 * Folds what looks alike, so that recognisers need to know one way of writing only.
 *
 * @module
 */

/** A folded text and the way back. */
export interface FoldedText {
  /** Full-width forms are ASCII here, invisible characters are gone, dashes and spaces are plain, `%40` is `@`. */
  readonly text: string;
  /** Turns an offset into the folded text into one into the original. An end belongs to the character before it. */
  originalOf(offset: number, side: "start" | "end"): number;
}

/** What is not there for a reader: soft hyphens, zero-width and direction marks, variation selectors, tags, key caps. */
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20e3\\ufe00-\\ufe0f\\ufeff";
const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const DASHES = "\\u2010-\\u2015\\u2043\\u2212\\ufe58\\ufe63";
/** Full-width forms but for , ; ! and ?, which separate sentences and are in no value. */
const WIDE = "\\uff02-\\uff0b\\uff0d-\\uff1a\\uff1c-\\uff1e\\uff20-\\uff5e";
const DIGITS = "\\u0660-\\u0669\\u06f0-\\u06f9";

const FOLDABLE = new RegExp(
  `[${INVISIBLE}]+|(?:\\udb40[\\udc00-\\uddef])+|%40|[${SPACES}${DASHES}${WIDE}${DIGITS}\\u2024\\ufe6b]`,
  "g",
);

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
  const pieces: string[] = [];
  const jumps: Jump[] = [];
  let from = 0;
  let length = 0;
  for (const { 0: match, index } of text.matchAll(FOLDABLE)) {
    const folded = foldMatch(match);
    pieces.push(text.slice(from, index), folded);
    length += index - from + folded.length;
    from = index + match.length;
    if (folded.length !== match.length) jumps.push({ folded: length, original: from });
  }
  if (from === 0) return { text, originalOf: (offset) => offset };
  pieces.push(text.slice(from));
  return { text: pieces.join(""), originalOf: wayBack(jumps) };
}

/** From the folded offset on, both texts run side by side, until the next jump. */
interface Jump {
  readonly folded: number;
  readonly original: number;
}

function foldMatch(match: string): string {
  if (match === "%40" || match === "\ufe6b") return "@";
  const unit = match.charCodeAt(0);
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - 0xfee0);
  if (unit >= 0x0660 && unit <= 0x06f9) return String(unit & 0x0f);
  if (unit === 0x2024) return ".";
  if (IS_SPACE.test(match)) return " ";
  return IS_DASH.test(match) ? "-" : "";
}

const IS_SPACE = new RegExp(`^[${SPACES}]$`);
const IS_DASH = new RegExp(`^[${DASHES}]$`);

function wayBack(jumps: readonly Jump[]): FoldedText["originalOf"] {
  return (offset, side) => {
    // What ends at a jump ends before what was dropped there: look up the unit before the end.
    const at = side === "end" && offset > 0 ? offset - 1 : offset;
    const jump = jumps[lastAtMost(jumps, at)];
    return (jump === undefined ? at : jump.original + at - jump.folded) + offset - at;
  };
}

function lastAtMost(jumps: readonly Jump[], offset: number): number {
  let [low, high] = [0, jumps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const jump = jumps[middle];
    if (jump !== undefined && jump.folded <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
