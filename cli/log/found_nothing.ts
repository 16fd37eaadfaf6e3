/**
 * Answers that are none.
 *
 * @module
 */

const NOTHING: ReadonlySet<string> = new Set(["not_found", "nothing_relevant"]);

/**
 * Is a result's code one by which a tool says that there was nothing to be had from it?
 *
 * @param result The code; `undefined` when there is none.
 *
 * @example
 * ```ts
 * foundNothing("not_found"); // true
 * ```
 */
export function foundNothing(result: string | undefined): boolean {
  return result !== undefined && NOTHING.has(result);
}
