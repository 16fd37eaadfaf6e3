/**
 * Draws tables.
 *
 * @module
 */
import { Lexer, type Tokens } from "marked";
import { textWidth } from "../text/text_width.ts";
import { LONGEST_LINE, renderTokens } from "./render_inline.ts";
import type { MarkdownStyles, StyledText } from "./styled_text.ts";

const GAP = "  ";
const DELIMITERS = /^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;

type Cell = readonly StyledText[];
type Align = "left" | "right" | "center" | null;

/**
 * Draws a table in columns, or, where it is wider than the window, as one record for each row.
 *
 * @param source Its lines. The row of dashes may be missing: some sources of tables leave it out.
 * @param columns The width of the window.
 * @param styles What is bold or dim.
 * @returns Its lines; `undefined` when it is no table.
 *
 * @example
 * ```ts
 * renderTable(["| a | b |", "|---|---|", "| 1 | 2 |"], 80, styles); // "a  b", "─  ─", "1  2"
 * ```
 */
export function renderTable(
  source: readonly string[],
  columns: number,
  styles: MarkdownStyles,
): StyledText[][] | undefined {
  const table = readTable(source);
  if (table === undefined) return undefined;
  const header = table.header.map((cell) => cellOf(cell, styles, styles.strong));
  const rows = table.rows.map((row) => row.map((cell) => cellOf(cell, styles)));
  const widths = header.map((cell, at) =>
    Math.max(...[cell, ...rows.map((row) => row[at] ?? [])].map(widthOf))
  );
  const width = widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
  if (width > columns) return records(header, rows);
  const line = (cells: readonly Cell[]) =>
    trimEnd(cells.flatMap((cell, at) => [
      ...(at > 0 ? [{ text: GAP, style: "" }] : []),
      ...aligned(cell, widths[at] ?? 0, table.align[at] ?? null),
    ]));
  const rule = { text: widths.map((one) => "─".repeat(one)).join(GAP), style: styles.dim };
  return [line(header), [rule], ...rows.map(line)];
}

function readTable(source: readonly string[]): Tokens.Table | undefined {
  const [head = "", second] = source.map((line) => line.trim());
  if (second === undefined || source.some((line) => line.length > LONGEST_LINE)) return undefined;
  const closed = source.every((line) => /\|\s*$/.test(line));
  const delimiters = DELIMITERS.test(second) ? [] : closed ? [head.replaceAll(/[^|]+/g, "-")] : undefined;
  if (delimiters === undefined) return undefined;
  const [token] = Lexer.lex([head, ...delimiters, ...source.slice(1)].join("\n"), { gfm: true });
  return token?.type === "table" &&
      token.raw.trimEnd().split("\n").length === source.length + delimiters.length
    ? token as Tokens.Table
    : undefined;
}

function cellOf({ tokens }: Tokens.TableCell, styles: MarkdownStyles, base = ""): Cell {
  return renderTokens(tokens, styles, base);
}

function widthOf(cell: Cell): number {
  return textWidth(cell.map(({ text }) => text).join(""));
}

function aligned(cell: Cell, width: number, align: Align): StyledText[] {
  const missing = width - widthOf(cell);
  const left = align === "right" ? missing : align === "center" ? Math.floor(missing / 2) : 0;
  const blanks = (count: number) => count > 0 ? [{ text: " ".repeat(count), style: "" }] : [];
  return [...blanks(left), ...cell, ...blanks(missing - left)];
}

function trimEnd(line: readonly StyledText[]): StyledText[] {
  const end = line.findLastIndex(({ text }) => text.trim() !== "");
  return line.slice(0, end + 1);
}

/** `header: value`, line by line; rows stand apart. */
function records(header: readonly Cell[], rows: readonly (readonly Cell[])[]): StyledText[][] {
  return rows.flatMap((row, at) => [
    ...(at > 0 ? [[]] : []),
    ...row.flatMap((cell, column) =>
      widthOf(cell) === 0 ? [] : [[...labelOf(header[column] ?? []), ...cell]]
    ),
  ]);
}

function labelOf(cell: Cell): StyledText[] {
  if (widthOf(cell) === 0) return [];
  const isHan = cell.some(({ text }) => /\p{Script=Han}/u.test(text));
  return [...cell, { text: isHan ? "：" : ": ", style: "" }];
}
