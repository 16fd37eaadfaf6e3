/**
 * Makes text safe to show on a terminal.
 *
 * @module
 */

/**
 * Removes what could move the cursor, change colours, hide or reorder text: escape sequences, other control
 * characters except line feed and tab, and Unicode's bidirectional, deprecated and tag controls and blanks without width. A model's or a document's text
 * must not be able to redraw an approval prompt.
 *
 * @param text Text from outside.
 *
 * @example
 * ```ts
 * cleanText("a\r\x1b[2Kb"); // "a[2Kb"
 * ```
 */
export function cleanText(text: string): string {
  // Half a character would otherwise join with another half once what stands between them is gone.
  return text.toWellFormed().replaceAll(
    // deno-lint-ignore no-control-regex -- control characters are what this is about
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/gu,
    "",
  );
}

/**
 * The same for what must stay on its line, such as the name of a file: line feeds and tabs are written `\n` and `\t`,
 * so that no name can pass for a line of its own.
 *
 * @param text Text from outside.
 *
 * @example
 * ```ts
 * cleanLine("a.md\nadded b.md"); // "a.md\\nadded b.md"
 * ```
 */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
