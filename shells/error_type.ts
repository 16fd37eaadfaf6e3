/**
 * Names what went wrong in a call.
 *
 * @module
 */
import { ToolCallError, type ToolErrorType } from "../tools/types.ts";

/**
 * The kind of failure that an error stands for.
 *
 * @param error What a tool or a shell threw.
 * @returns `internal` for whatever is not known better.
 *
 * @example
 * ```ts
 * errorTypeOf(new TypeError("fetch failed", { cause: "…" })); // "network"
 * ```
 */
export function errorTypeOf(error: unknown): ToolErrorType {
  if (error instanceof ToolCallError) return error.type;
  if (!(error instanceof Error)) return "internal";
  if (error.name === "AbortError") return "cancelled";
  if (error.name === "TimeoutError") return "timeout";
  // `fetch` rejects with a TypeError and the real reason as its cause.
  if (error instanceof TypeError && error.cause !== undefined) return "network";
  if (/^(Connection|NotConnected|BrokenPipe|UnexpectedEof|Http)/.test(error.name)) return "network";
  return "internal";
}
