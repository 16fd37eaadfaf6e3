/**
 * Makes text safe to show on a terminal.
 *
 * @module
 */

/**
 * Removes what could move the cursor, change colours, hide or reorder text: escape sequences, other control
 * characters except line feed and tab, and what Unicode calls ignorable: controls of direction, tags, blanks without
 * width, fillers and the like. What joins or chooses the shapes of visible characters stays, as in 👨‍👩‍👧. A model's or a
 * document's text must not be able to redraw an approval prompt, nor to hold what nobody sees.
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
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]|(?![\u200C\u200D\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/gu,
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
