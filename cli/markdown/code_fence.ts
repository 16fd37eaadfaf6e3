/**
 * The lines of a fenced block of code.
 *
 * @module
 */

/** Knows where a block of code ends. */
export class CodeFence {
  readonly #mark: string;
  readonly #length: number;
  readonly #depth: number;

  /**
   * @param marks The backticks or tildes that it began with.
   * @param depth How many quotes it stands in.
   *
   * @example
   * ```ts
   * new CodeFence("```", 0).read("```", true); // "end"
   * ```
   */
  constructor(marks: string, depth: number) {
    this.#mark = marks[0] ?? "`";
    this.#length = marks.length;
    this.#depth = depth;
  }

  /**
   * What a line of the block is.
   *
   * @param line The line, as far as it is there.
   * @param complete It has ended.
   * @returns `code`: `length` characters of it are not shown; `end`: it ends the block; `left`: it stands behind the
   * quote that the block stood in, and ends it, too; `undefined` while more of the line is needed.
   */
  read(line: string, complete: boolean): { readonly code: number } | "end" | "left" | undefined {
    const quotes = new RegExp(`^(?: ?>){0,${this.#depth}} ?`).exec(line)?.[0] ?? "";
    const depth = quotes.replaceAll(" ", "").length;
    const length = this.#depth === 0 ? 0 : quotes.length;
    const rest = line.slice(length);
    if (depth < this.#depth && rest !== "") return "left";
    if (complete && depth < this.#depth) return "left";
    const marks = rest.trim();
    const isMarks = marks === this.#mark.repeat(marks.length);
    if (complete) return isMarks && marks.length >= this.#length ? "end" : { code: length };
    return isMarks ? undefined : { code: length };
  }
}
