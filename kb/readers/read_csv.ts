import { basename, extname } from "node:path";
import { CsvError } from "csv-parse/sync";
import type { Bilingual } from "../bilingual_error.ts";
import { decodeText } from "../decode_text.ts";
import type { Block } from "../read_sections.ts";
import { parseRows } from "./parse_rows.ts";
import type { ReadContent } from "./reader.ts";
import { sniffDelimiter } from "./sniff_delimiter.ts";
import { TableWriter } from "./table_writer.ts";

/** A cell that is a value and no column's name: a number, an amount, a share, a date; but columns are named by years. */
const VALUE = /^(?!(?:19|20)\d{2}(?:[-/.]\d{1,2})?$)[-+]?[¥$€£]?\s*\d[\d.,:/\s-]*%?$/;

/** What spreadsheets write above a table, to tell each other the delimiter. */
const SEPARATOR_HINT = /^sep=([,;|\t])[ \t]*(?:\r\n|\r|\n)/i;

const UNCLOSED: Bilingual = {
  en: "A quote is never closed, so quotes were read as ordinary characters",
  zh: "有引号没有闭合，引号按普通字符读取",
};

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
  const whole = decodeText(bytes, path);
  const [hint = "", told] = SEPARATOR_HINT.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  const delimiter = told ?? sniffDelimiter(text, extname(path).toLowerCase() === ".tsv" ? "\t" : ",");
  const { blocks, quoted } = readTable(text, delimiter);
  return Promise.resolve({
    text: "",
    sections: { title: basename(path, extname(path)), sections: [{ path: [], blocks }] },
    ...(quoted ? {} : { notice: UNCLOSED }),
  });
}

function readTable(text: string, delimiter: string): { blocks: Block[]; quoted: boolean } {
  try {
    return { blocks: blocksOf(text, delimiter, true), quoted: true };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { blocks: blocksOf(text, delimiter, false), quoted: false };
  }
}

function blocksOf(text: string, delimiter: string, quoted: boolean): Block[] {
  const caption: string[] = [];
  let table: TableWriter | undefined;
  parseRows(text, { delimiter, quoted }, (row) => {
    if (table !== undefined) {
      table.add(row);
    } else if (row.filter((cell) => cell.trim() !== "").length < 2) {
      caption.push(row.join(" ").trim());
    } else {
      table = tableBelow(row);
    }
  });
  if (table === undefined) return caption.length === 0 ? [] : [{ kind: "lines", lines: caption }];
  return [...(caption.length === 0 ? [] : [{ kind: "prose" as const, lines: caption }]), ...table.finish()];
}

function tableBelow(first: readonly string[]): TableWriter {
  if (!first.some((cell) => VALUE.test(cell.trim()))) return new TableWriter(first);
  const table = new TableWriter(first.map((_, at) => String(at + 1)));
  table.add(first);
  return table;
}
