import { parse } from "csv-parse/sync";

/**
 * Reads the rows of a table in text form, one at a time: quoted cells may hold delimiters, line ends and doubled quotes
 * (RFC 4180); rows may be ragged, and quotes inside unquoted cells are ordinary characters. Empty rows are left out.
 *
 * @param text The file's text.
 * @param options What separates cells, and whether quotes mean anything.
 * @param onRow Gets each row. It must not throw.
 * @throws {CsvError} with the code `CSV_QUOTE_NOT_CLOSED` when the text ends inside a quoted cell.
 *
 * @example
 * ```ts
 * parseRows('a,"b\nc"\n1', { delimiter: "," }, (row) => rows.push(row)); // ["a", "b\nc"], ["1"]
 * ```
 */
export function parseRows(
  text: string,
  options: { readonly delimiter: string; readonly quoted?: boolean },
  onRow: (row: string[]) => void,
): void {
  const { delimiter, quoted = true } = options;
  const quote = quoted ? '"' : false;
  parse(text, {
    delimiter,
    quote,
    escape: quote,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    on_record: (row: string[]) => {
      onRow(row);
      // Nothing is collected: a table of a million rows would take many times the room of its text.
      return null;
    },
  });
}
