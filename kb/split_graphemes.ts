const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a text may measure, and how it is measured. */
export interface SizeLimit {
  /** The size of a text: never more than the sum of its parts' sizes, and at least 1 for a visible character. */
  readonly measure: (text: string) => number;
  /** The greatest size allowed. */
  readonly limit: number;
  /** The greatest length allowed, in UTF-16 units. */
  readonly maxCharacters: number;
}

/**
 * Cuts a text that has no better place to be cut, between graphemes, at white space where there is some.
 *
 * A single grapheme longer than the limit (a letter under hundreds of accents) is cut between code points, since
 * there is no other way to stay below it.
 *
 * @param text Text without a usable sentence end.
 * @param size The limit that each part keeps.
 * @returns Parts within the limit; joined they are the text again.
 *
 * @example
 * ```ts
 * splitGraphemes("abcde", { measure: (text) => text.length, limit: 2, maxCharacters: 2 }); // ["ab", "cd", "e"]
 * ```
 */
export function splitGraphemes(text: string, size: SizeLimit): string[] {
  const parts: string[] = [];
  let part = "";
  let room = size.limit;
  for (const unit of unitsOf(text, size)) {
    const need = size.measure(unit);
    if (part !== "" && (need > room || part.length + unit.length > size.maxCharacters)) {
      const cut = lastSpace(part);
      parts.push(part.slice(0, cut));
      part = part.slice(cut);
      room = size.limit - size.measure(part);
    }
    part += unit;
    // Summing the graphemes' sizes errs on the safe side, and measuring the whole part each time would be quadratic.
    room -= need;
  }
  if (part !== "") parts.push(part);
  return parts;
}

/**
 * Says whether a text keeps a limit.
 *
 * @param text Any text.
 * @param size The limit.
 * @returns True when it is neither too long nor too large.
 *
 * @example
 * ```ts
 * fits("abc", { measure: (text) => text.length, limit: 2, maxCharacters: 9 }); // false
 * ```
 */
export function fits(text: string, size: SizeLimit): boolean {
  return text.length <= size.maxCharacters && size.measure(text) <= size.limit;
}

function* unitsOf(text: string, size: SizeLimit): Generator<string> {
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (fits(segment, size)) yield segment;
    else yield* segment;
  }
}

/** Behind the last white space, when that leaves a part of at least half the length; else the end. */
function lastSpace(part: string): number {
  const cut = part.search(/\s\S*$/) + 1;
  return cut > part.length / 2 ? cut : part.length;
}
