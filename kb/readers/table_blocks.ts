import { estimateTokens } from "../estimate_tokens.ts";
import type { Block } from "../read_sections.ts";

/** A header above this size, in tokens, would crowd out the rows below it in every chunk. */
const LARGEST_HEADER = 120;

/** Rows that are looked at to tell whether a table is wide. */
const SAMPLE = 50;

/** A header and a row together above this size, in tokens, leave no room for a second row. */
const LARGEST_ROW = 200;

/**
 * Writes a table as blocks: a Markdown table whose header is repeated in every chunk, or, when its rows are wide, one
 * record a row that names each value (`column: value`).
 *
 * @param header The names of the columns.
 * @param rows The rows; short ones are filled up, long ones keep their surplus cells.
 * @returns One block for a table, one a row for wide rows, none when there are no rows and no header.
 *
 * @example
 * ```ts
 * tableBlocks(["城市", "上限"], [["上海", "500"]]); // [{ kind: "table", lines: ["| 城市 | 上限 |", "| --- | --- |", "| 上海 | 500 |"] }]
 * ```
 */
export function tableBlocks(header: readonly string[], rows: readonly (readonly string[])[]): Block[] {
  if (header.length === 0 && rows.length === 0) return [];
  if (isWide(header, rows)) return rows.map((row) => recordBlock(header, row));
  const rule = `| ${header.map(() => "---").join(" | ")} |`;
  return [{
    kind: "table",
    lines: [tableRow(header), rule, ...rows.map((row) => tableRow(row, header.length))],
  }];
}

/**
 * Writes a row of a Markdown table: one line, whatever the cells hold.
 *
 * @param cells The cells' texts.
 * @param width The number of cells to fill up to. @default {0}
 * @returns The row.
 *
 * @example
 * ```ts
 * tableRow(["a|b", "c\nd"]); // "| a\\|b | c d |"
 * ```
 */
export function tableRow(cells: readonly string[], width = 0): string {
  const filled = cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill("")] : cells;
  return `| ${filled.map((cell) => oneLine(cell).replaceAll("|", "\\|")).join(" | ")} |`;
}

function isWide(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const headerSize = estimateTokens(tableRow(header));
  if (headerSize > LARGEST_HEADER) return true;
  const sample = rows.slice(0, SAMPLE);
  const size = sample.reduce((sum, row) => sum + estimateTokens(tableRow(row)), 0) /
    Math.max(1, sample.length);
  return header.length > 1 && headerSize + size > LARGEST_ROW;
}

function recordBlock(header: readonly string[], row: readonly string[]): Block {
  const lines = row.flatMap((cell, at) => {
    if (cell.trim() === "") return [];
    const name = oneLine(header[at] ?? "");
    return [name === "" ? oneLine(cell) : `${name}: ${oneLine(cell)}`];
  });
  return { kind: "record", lines };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
