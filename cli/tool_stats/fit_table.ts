/**
 * A table in the width that there is.
 *
 * @module
 */
import { padToWidth, textWidth } from "../text_width.ts";

/** What stands where there is nothing to say. */
const NOTHING = "-";
/** A name of which less is left says nothing. */
const SHORTEST_NAME = 12;

/**
 * Writes rows as lines, the first column to the left and the others to the right. Where they are too wide, columns in
 * which no row says anything go first, then a blank between columns, then the ends of long names.
 *
 * @param rows The headings, then one row each; all of one length.
 * @param columns The width.
 * @returns One line a row. They can be wider still, where numbers alone are.
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
  const numbers = Math.max(...layOut(telling.map((row) => row.slice(1)), " ").map(textWidth));
  const name = Math.max(columns - numbers - 1, SHORTEST_NAME);
  return layOut(telling.map(([first = "", ...rest]) => [padToWidth(first, name), ...rest]), " ");
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
