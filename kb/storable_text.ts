/** A NUL, at which SQLite's reader takes a text to end, and halves of surrogate pairs, which UTF-8 cannot hold. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A text as the index gives it back. What it cannot keep is no character that anybody reads; but a text that came back as
 * another one would leave postings behind when its document is removed.
 *
 * @param text Any text, such as a string of a JSON file with `\u0000` or half a pair in it.
 * @returns The text without them.
 *
 * @example
 * ```ts
 * storableText("alpha\0beta"); // "alphabeta"
 * ```
 */
export function storableText(text: string): string {
  return text.replace(UNSTORABLE, "");
}
