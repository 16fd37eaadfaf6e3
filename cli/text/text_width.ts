/**
 * Text in columns of a terminal, where a Han character takes two.
 *
 * @module
 */
import { charWidth } from "./char_width.ts";

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The columns that a text takes, by Unicode's East Asian Width.
 *
 * @param text One line without escape sequences; control characters take none.
 *
 * @example
 * ```ts
 * textWidth("订单 A-1"); // 8
 * ```
 */
export function textWidth(text: string): number {
  let width = 0;
  let previous = "";
  for (const character of text) {
    width += charWidth(character, previous);
    previous = character;
  }
  return width;
}

/**
 * As much of a text as fits, with `…` where something was left out.
 *
 * @param text One line.
 * @param columns How many there are, at least 1.
 *
 * @example
 * ```ts
 * cutToWidth("订单状态", 6); // "订单…"
 * ```
 */
export function cutToWidth(text: string, columns: number): string {
  // No character is wider than two columns, nor shorter than one unit, but for those without any width.
  if (text.length * 2 <= columns || textWidth(text) <= columns) return text;
  let cut = "";
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    width += textWidth(segment);
    if (width > columns - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/**
 * A text of exactly so many columns: cut, or with blanks behind it.
 *
 * @param text One line.
 * @param columns How many, at least 1.
 *
 * @example
 * ```ts
 * padToWidth("完成", 6); // "完成  "
 * ```
 */
export function padToWidth(text: string, columns: number): string {
  const cut = cutToWidth(text, columns);
  return cut + " ".repeat(Math.max(0, columns - textWidth(cut)));
}
