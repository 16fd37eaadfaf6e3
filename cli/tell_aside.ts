/**
 * Says something beside what is going on.
 *
 * @module
 */
import { cleanText } from "./text/clean_text.ts";
import type { OutputStream } from "./output_stream.ts";

/** To the line's beginning, and clears it (ECMA-48, erase in line). */
const FRESH_LINE = "\r\x1b[K";

/**
 * Writes a line whenever it comes. At a terminal the line of a running call may stand there, unfinished: it gives way,
 * and is written anew once the call has ended.
 *
 * @param errors Standard error.
 * @param message The line, without its end; what a server said, or a path, may stand in it. Nobody waits for it, and a stream that is closed loses it.
 *
 * @example
 * ```ts
 * tellAside(program.errors, "Searching by words only.");
 * ```
 */
export function tellAside(errors: OutputStream, message: string): void {
  const start = errors.isTerminal() ? FRESH_LINE : "";
  void errors.write(`${start}${cleanText(message)}\n`).catch(() => {});
}
