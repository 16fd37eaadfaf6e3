/**
 * Why a file cannot be used.
 *
 * @module
 */

/**
 * The system's reason, without the path that Deno puts behind it: whoever says the reason has said the path.
 *
 * @param error What reading the file has thrown.
 *
 * @example
 * ```ts
 * fileFault(error); // "No such file or directory (os error 2)"
 * ```
 */
export function fileFault(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/: [a-z]+ '.*'$/is, "");
}
