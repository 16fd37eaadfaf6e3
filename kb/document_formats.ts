import { extname } from "node:path";
import { decodeText } from "./decode_text.ts";
import { readFrontMatter } from "./read_front_matter.ts";
import type { Reader } from "./readers/reader.ts";

/** A kind of file that is read. */
export interface DocumentFormat {
  /** The largest file of this kind, in bytes. */
  readonly maxBytes: number;
  /** Reads one. Its library is loaded with the first file that needs it. */
  readonly read: Reader;
}

const MEGABYTE = 1024 * 1024;

/** Text to read from end to end: 20 MB are four thousand pages. */
const MAX_TEXT_BYTES = 20 * MEGABYTE;

/** Tables and records: a million rows. */
const MAX_TABLE_BYTES = 128 * MEGABYTE;

/** JSON: its values take about ten times the room of its text. */
const MAX_JSON_BYTES = 64 * MEGABYTE;

/** Files that are mostly pictures. */
const MAX_PAGES_BYTES = 100 * MEGABYTE;

const markdown: DocumentFormat = {
  maxBytes: MAX_TEXT_BYTES,
  read: (bytes, path) => {
    const text = decodeText(bytes, path);
    const { dateMs } = readFrontMatter(text.split(/\r\n|\r|\n/, 200));
    return Promise.resolve({
      text,
      format: "markdown",
      ...(dateMs === undefined ? {} : { modifiedMs: dateMs }),
    });
  },
};

const plain: DocumentFormat = {
  maxBytes: MAX_TEXT_BYTES,
  read: (bytes, path) => Promise.resolve({ text: decodeText(bytes, path), format: "plain" }),
};

const html: DocumentFormat = {
  maxBytes: MAX_TEXT_BYTES,
  read: async (bytes, path) => (await import("./readers/read_html.ts")).readHtml(bytes, path),
};

const csv: DocumentFormat = {
  maxBytes: MAX_TABLE_BYTES,
  read: async (bytes, path) => (await import("./readers/read_csv.ts")).readCsv(bytes, path),
};

const json: DocumentFormat = {
  maxBytes: MAX_JSON_BYTES,
  read: async (bytes, path) => (await import("./readers/read_json.ts")).readJson(bytes, path),
};

const jsonLines: DocumentFormat = {
  maxBytes: MAX_JSON_BYTES,
  read: async (bytes, path) => (await import("./readers/read_json.ts")).readJsonLines(bytes, path),
};

const pdf: DocumentFormat = {
  maxBytes: MAX_PAGES_BYTES,
  read: async (bytes, path) => (await import("./readers/read_pdf.ts")).readPdf(bytes, path),
};

const docx: DocumentFormat = {
  maxBytes: MAX_PAGES_BYTES,
  read: async (bytes, path) => (await import("./readers/read_docx.ts")).readDocx(bytes, path),
};

const FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  [".md", markdown],
  [".markdown", markdown],
  [".txt", plain],
  [".html", html],
  [".htm", html],
  [".xhtml", html],
  [".csv", csv],
  [".tsv", csv],
  [".json", json],
  [".jsonl", jsonLines],
  [".ndjson", jsonLines],
  [".pdf", pdf],
  [".docx", docx],
]);

/** The endings of the files that are read, in lower case. */
export const EXTENSIONS: readonly string[] = [...FORMATS.keys()];

/**
 * Finds the format of a file by the ending of its name.
 *
 * @param path The file.
 * @returns Its format; undefined when such files are not read.
 *
 * @example
 * ```ts
 * formatOf("notes.MD")?.maxBytes; // 20971520
 * ```
 */
export function formatOf(path: string): DocumentFormat | undefined {
  return FORMATS.get(extname(path).toLowerCase());
}
