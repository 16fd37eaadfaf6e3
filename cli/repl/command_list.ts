/**
 * The list of slash commands.
 *
 * @module
 */
import { textWidth } from "../text/text_width.ts";
import { wrapText } from "../markdown/wrap_text.ts";
import type { Wording } from "../wording.ts";

/** From this width on, in columns, what commands mean stands in a column of its own. */
const WIDE_WINDOW = 60;
const GAP = 2;
const NARROW_INDENT = 4;

/**
 * The commands and what they mean, to read in a window.
 *
 * @param wording In which language.
 * @param columns The width of the window.
 * @returns Lines, without a line feed at the end.
 *
 * @example
 * ```ts
 * await output.write(`${commandList(wording, output.columns())}\n`);
 * ```
 */
export function commandList({ commands, keys }: Pick<Wording, "commands" | "keys">, columns: number): string {
  const rows = commands.split("\n").map((line) => line.split("\t"));
  const width = Math.max(...rows.map(([usage = ""]) => textWidth(usage))) + GAP;
  const isWide = columns >= WIDE_WINDOW;
  const lines = rows.map(([usage = "", meaning = ""]) => {
    const blanks = " ".repeat(isWide ? width - textWidth(usage) : GAP);
    return wrapText(`${usage}${blanks}${meaning}`, columns, isWide ? width : NARROW_INDENT);
  });
  return [...lines, wrapText(keys, columns)].join("\n");
}
