/**
 * A turn that did not get as far as its model.
 *
 * @module
 */
import { classifyError } from "./models/classify_error.ts";
import type { ToolLoopOutcome } from "./run_tool_loop.ts";
import { SessionLockedError } from "./sessions/session_lock.ts";
import { unfinishedOutcome } from "./unfinished_outcome.ts";

/**
 * The outcome of a turn that something was thrown in, outside its loop.
 *
 * @param error What was thrown.
 * @param signal The turn's: a turn that was cancelled has not failed.
 *
 * @example
 * ```ts
 * failedTurn(new SessionLockedError("…"), signal).error?.code; // "busy"
 * ```
 */
export function failedTurn(error: unknown, signal: AbortSignal): ToolLoopOutcome {
  if (signal.aborted) return { ...unfinishedOutcome(), end: "cancelled", stopReason: "cancelled" };
  const fields = error instanceof SessionLockedError
    ? { code: "busy" as const, message: error.message, retryable: true }
    : classifyError(error);
  return { ...unfinishedOutcome(), error: fields };
}
