/**
 * A table in the width that there is.
 *
 * @module
 */
import { padToWidth, textWidth } from "../text/text_width.ts";

/** What stands where there is nothing to say. */
const NOTHING = "-";

/**
 * Writes rows as lines, the first column to the left and the others to the right. Where they are too wide, columns in
 * which no row says anything go first, then a blank between columns; then each row is told in words of its own.
 *
 * @param rows The headings, then one row each; all of one length.
 * @param columns The width.
 * @returns One text a row. Told in words, it is two lines, the second as long as it is, and the headings' is empty.
 *
 * @example
 * ```ts
 * fitTable([["tool", "calls"], ["kb_query", "3"]], 80); // ["tool      calls", "kb_query      3"]
 * ```
 */
export function fitTable(rows: readonly (readonly string[])[], columns: number): string[] {
  const wide = layOut(rows, "  ");
  if (fits(wide, columns)) return wide;
  const telling = withoutEmptyColumns(rows);
  for (const gap of ["  ", " "]) {
    const lines = layOut(telling, gap);
    if (fits(lines, columns)) return lines;
  }
  const [headings = [], ...body] = rows;
  return ["", ...body.map((row) => inWords(headings, row))];
}

function inWords([, ...headings]: readonly string[], [name = "", ...cells]: readonly string[]): string {
  const told = cells.flatMap((cell, at) => cell === NOTHING ? [] : [`${headings[at]} ${cell}`]);
  return `${name}\n  ${told.join(" · ")}`;
}

function fits(lines: readonly string[], columns: number): boolean {
  return lines.every((line) => textWidth(line) <= columns);
}

function withoutEmptyColumns(rows: readonly (readonly string[])[]): string[][] {
  const [headings = [], ...body] = rows;
  const told = headings.map((_, column) => body.some((row) => row[column] !== NOTHING));
  return rows.map((row) => row.filter((_, column) => told[column]));
}

function layOut(rows: readonly (readonly string[])[], gap: string): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? "")))
  );
  return rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? padToWidth(cell, width) : " ".repeat(width - textWidth(cell)) + cell;
    }).join(gap).trimEnd()
  );
}
