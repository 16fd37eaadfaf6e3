import { basename, extname } from "node:path";
import { decodeText } from "../decode_text.ts";
import type { Block } from "../read_sections.ts";
import { parseRows } from "./parse_rows.ts";
import type { ReadContent } from "./reader.ts";
import { sniffDelimiter } from "./sniff_delimiter.ts";
import { tableBlocks } from "./table_blocks.ts";

/** A cell that is a value and no column's name: a number, an amount, a share, a date. */
const VALUE = /^[-+]?[¥$€£]?\s*\d[\d.,:/\s-]*%?$/;

/**
 * Reads a table of comma-separated, tab-separated or similar values. The first row with more than one cell names the
 * columns; lines above it are the table's caption. A first row that holds a number names nothing: columns then have
 * their numbers for names.
 *
 * @param bytes The file's content: UTF-8, UTF-16 or GB18030.
 * @param path Where it stands.
 * @returns One section, with the table.
 * @throws {Error} when the text cannot be decoded or taken apart.
 *
 * @example
 * ```ts
 * await readCsv(new TextEncoder().encode("城市,上限\n上海,500"), "hotels.csv");
 * ```
 */
export function readCsv(bytes: Uint8Array, path: string): Promise<ReadContent> {
  const text = decodeText(bytes, path);
  const preferred = extname(path).toLowerCase() === ".tsv" ? "\t" : ",";
  const { rows, quoted } = parseRows(text, sniffDelimiter(text, preferred));
  const sections = [{ path: [], blocks: blocksOf(rows) }];
  return Promise.resolve({
    text: "",
    sections: { title: basename(path, extname(path)), sections },
    ...(quoted ? {} : { notice: "A quote is never closed, so quotes were read as ordinary characters" }),
  });
}

function blocksOf(rows: readonly string[][]): Block[] {
  const wide = rows.findIndex((row) => filled(row) > 1);
  if (wide < 0) {
    return rows.length === 0 ? [] : [{ kind: "lines", lines: rows.map((row) => row.join(" ").trim()) }];
  }
  const caption = rows.slice(0, wide).map((row) => row.join(" ").trim());
  const [first = [], ...rest] = rows.slice(wide);
  const named = !first.some((cell) => VALUE.test(cell.trim()));
  const table = named
    ? tableBlocks(first, rest)
    : tableBlocks(first.map((_, at) => String(at + 1)), [first, ...rest]);
  return [...(caption.length === 0 ? [] : [{ kind: "prose" as const, lines: caption }]), ...table];
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== "").length;
}
