/**
 * Colours, where they are wanted.
 *
 * @module
 */

/** Dresses up a text. */
export interface TextStyle {
  dim(text: string): string;
  bold(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

/**
 * The styles of a stream.
 *
 * @param color False gives every text back as it is (`NO_COLOR`, no terminal).
 *
 * @example
 * ```ts
 * textStyle(output.isTerminal() && settings.color).dim("3 ms");
 * ```
 */
export function textStyle(color: boolean): TextStyle {
  const wrap = (code: number) => (text: string) =>
    color && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { dim: wrap(2), bold: wrap(1), good: wrap(32), bad: wrap(31) };
}
