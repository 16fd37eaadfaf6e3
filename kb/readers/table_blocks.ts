import type { Block } from "../read_sections.ts";
import { TableWriter } from "./table_writer.ts";

/**
 * Writes a table whose rows are at hand as blocks: see {@linkcode TableWriter}.
 *
 * @param header The names of the columns.
 * @param rows The rows.
 * @returns Its blocks.
 *
 * @example
 * ```ts
 * tableBlocks(["城市", "上限"], [["上海", "500"]]); // [{ kind: "table", lines: ["| 城市 | 上限 |", "| --- | --- |", "| 上海 | 500 |"] }]
 * ```
 */
export function tableBlocks(header: readonly string[], rows: readonly (readonly string[])[]): Block[] {
  const table = new TableWriter(header);
  for (const row of rows) table.add(row);
  return table.finish();
}
