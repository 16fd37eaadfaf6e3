/**
 * Tells a file that is not there from one that cannot be used.
 *
 * @module
 */

/**
 * Says that there is no such file, and can be none: a file may stand where its folder should be.
 *
 * @param error What reading it has thrown.
 *
 * @example
 * ```ts
 * if (isMissing(error)) return undefined;
 * ```
 */
export function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}
