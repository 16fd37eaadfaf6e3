import { estimateTokens } from "../estimate_tokens.ts";
import type { Block } from "../read_sections.ts";

/** A header above this size, in tokens, would crowd out the rows below it in every chunk. */
const LARGEST_HEADER = 120;

/** Rows that are looked at to tell whether a table is wide. */
const SAMPLE = 50;

/** A header and a row together above this size, in tokens, leave no room for a second row. */
const LARGEST_ROW = 200;

/** A longer name of a column, in UTF-16 units, stands before no value as a whole: it may be no name, and the rows a million. */
const LONGEST_NAME = 200;

/**
 * Writes a table as blocks, row by row, so that the rows themselves need not be kept: a Markdown table whose header is
 * repeated in every chunk (K13), or, when its rows are wide, one record a row that names each value (`column: value`).
 *
 * @example
 * ```ts
 * const table = new TableWriter(["城市", "上限"]);
 * table.add(["上海", "500"]);
 * table.finish(); // [{ kind: "table", lines: ["| 城市 | 上限 |", "| --- | --- |", "| 上海 | 500 |"] }]
 * ```
 */
export class TableWriter {
  readonly #header: readonly string[];
  readonly #lines: string[] = [];
  readonly #records: Block[] = [];
  #sample: (readonly string[])[] = [];
  #wide: boolean | undefined;

  /** @param header The names of the columns. */
  constructor(header: readonly string[]) {
    this.#header = header.map(oneLine);
  }

  /**
   * Adds a row.
   *
   * @param cells Its cells; missing ones are filled up, surplus ones kept.
   */
  add(cells: readonly string[]): void {
    if (this.#wide === undefined) {
      if (this.#sample.push(cells) === SAMPLE) this.#decide();
    } else {
      this.#write(cells);
    }
  }

  /**
   * Ends the table.
   *
   * @returns One block for a table, one a row for wide rows, none when there is neither a row nor a header.
   */
  finish(): Block[] {
    if (this.#wide === undefined) this.#decide();
    if (this.#wide) return this.#records;
    if (this.#header.length === 0 && this.#lines.length === 0) return [];
    const rule = `| ${this.#header.map(() => "---").join(" | ")} |`;
    return [{ kind: "table", lines: [tableRow(this.#header), rule].concat(this.#lines) }];
  }

  #decide(): void {
    const header = estimateTokens(tableRow(this.#header));
    const rows = this.#sample.reduce((sum, row) => sum + estimateTokens(tableRow(row)), 0);
    const row = rows / Math.max(1, this.#sample.length);
    this.#wide = header > LARGEST_HEADER || (this.#header.length > 1 && header + row > LARGEST_ROW);
    if (this.#wide && this.#header.some((name) => name.length > LONGEST_NAME)) {
      this.#records.push({ kind: "record", lines: this.#header.filter((name) => name !== "") });
    }
    for (const cells of this.#sample) this.#write(cells);
    this.#sample = [];
  }

  #write(cells: readonly string[]): void {
    if (this.#wide) this.#records.push(recordBlock(this.#header, cells));
    else this.#lines.push(tableRow(cells, this.#header.length));
  }
}

/** One line, whatever the cells hold. */
function tableRow(cells: readonly string[], width = 0): string {
  const filled = cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill("")] : cells;
  return `| ${filled.map((cell) => oneLine(cell).replaceAll("|", "\\|")).join(" | ")} |`;
}

function recordBlock(header: readonly string[], row: readonly string[]): Block {
  const lines = row.flatMap((cell, at) => {
    const value = oneLine(cell);
    const name = clipped(header[at] ?? "");
    return value === "" ? [] : [name === "" ? value : `${name}: ${value}`];
  });
  return { kind: "record", lines };
}

function clipped(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
