/**
 * Which failures are a tool's own.
 *
 * @module
 */
import type { ToolErrorType } from "../tools/types.ts";

/**
 * What counts as the tool's own failure. Being rate limited does: a pause is what the other side asks for. So does
 * `unknown_outcome` in here, where it says that the back end gave no answer. A refusal, a misfit or a wrong number is an
 * answer, and a caller who leaves says nothing about the tool.
 */
export const COUNTED_FAILURES: ReadonlySet<ToolErrorType> = new Set([
  "timeout",
  "network",
  "rate_limited",
  "unavailable",
  "unknown_outcome",
  "internal",
]);
