import { CsvError, parse } from "csv-parse/sync";

/** The rows of a table in text form. */
export interface Rows {
  /** Those with anything in them; each may have another length. */
  readonly rows: string[][];
  /** False when a quote was opened and never closed, so that quotes had to be read as ordinary characters. */
  readonly quoted: boolean;
}

/**
 * Reads the rows of a table in text form: quoted cells may hold delimiters, line ends and doubled quotes (RFC 4180);
 * rows may be ragged, and quotes inside unquoted cells are ordinary characters.
 *
 * @param text The file's text.
 * @param delimiter What separates cells.
 * @returns The rows.
 * @throws {CsvError} when the parser gives up.
 *
 * @example
 * ```ts
 * parseRows('a,"b\nc"\n1', ",").rows; // [["a", "b\nc"], ["1"]]
 * ```
 */
export function parseRows(text: string, delimiter: string): Rows {
  try {
    return { rows: rowsOf(text, delimiter, '"'), quoted: true };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { rows: rowsOf(text, delimiter, false), quoted: false };
  }
}

function rowsOf(text: string, delimiter: string, quote: '"' | false): string[][] {
  return parse(text, {
    delimiter,
    quote,
    escape: quote,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    record_delimiter: ["\r\n", "\n", "\r"],
  });
}
