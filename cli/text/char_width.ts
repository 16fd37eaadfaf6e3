/**
 * How many columns a character takes at a terminal.
 *
 * @module
 */
import { eastAsianWidth } from "get-east-asian-width";

const JOINER = 0x200d;
/** Marks that stand on the character before them, variation selectors, and the tones of hands and faces. */
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u{1f3fb}-\u{1f3ff}]$/u;

/**
 * The columns of one character, given the one before it: what joins it to that one takes none.
 *
 * @param character One code point.
 * @param previous The code point before it; empty at the beginning.
 * @returns 0, 1 or 2.
 *
 * @example
 * ```ts
 * charWidth("中"); // 2
 * ```
 */
export function charWidth(character: string, previous = ""): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 || code === 0x7f ? 0 : 1;
  if (WITHOUT_WIDTH.test(character) || previous.codePointAt(0) === JOINER) return 0;
  return eastAsianWidth(code) === 2 ? 2 : 1;
}
