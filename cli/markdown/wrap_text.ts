/**
 * Breaks lines of the program's own.
 *
 * @module
 */
import { LineWrapper } from "./line_wrapper.ts";

/**
 * Breaks text between words, and Han text where Chinese typesetting allows.
 *
 * @param text Without escape sequences; its own line feeds stay.
 * @param columns The width of the window.
 * @param hanging How many blanks stand before what a line is broken into, but for its first part.
 *
 * @example
 * ```ts
 * wrapText("Handrail 0.1.0 · model offline · /help for commands", 40);
 * ```
 */
export function wrapText(text: string, columns: number, hanging = 0): string {
  const wrapper = new LineWrapper(columns, { whole: true });
  const lines = text.split("\n").map((line) => {
    // What a line is indented by, its broken parts are, too.
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    return wrapper.begin([], indent + hanging) + wrapper.put({ text: line, style: "" }) + wrapper.end();
  });
  return lines.join("").slice(0, -1);
}
