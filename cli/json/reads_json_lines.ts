/**
 * Who is at the other end.
 *
 * @module
 */

/**
 * Does the caller read JSON lines? Asked of the bare arguments, because they may be what is wrong.
 *
 * @param args The arguments behind the program's name.
 *
 * @example
 * ```ts
 * readsJsonLines(["run", "--json", "hello"]); // true
 * ```
 */
export function readsJsonLines(args: readonly string[]): boolean {
  return args[0] === "json" || ((args[0] === "run" || args[0] === "service") && args.includes("--json"));
}
