/**
 * Takes the marks of quotes off a line of Markdown.
 *
 * @module
 */

/**
 * Splits a line behind the marks of the quotes that it stands in.
 *
 * @param line The line, as far as it is there.
 * @returns One mark for each quote, and what stands behind them.
 *
 * @example
 * ```ts
 * splitQuotes("> > Refunds"); // { quotes: [">", ">"], rest: "Refunds" }
 * ```
 */
export function splitQuotes(line: string): { readonly quotes: readonly string[]; readonly rest: string } {
  const marks = /^(?: {0,3}> ?)*/.exec(line)?.[0] ?? "";
  return { quotes: marks.match(/>/g) ?? [], rest: line.slice(marks.length) };
}
