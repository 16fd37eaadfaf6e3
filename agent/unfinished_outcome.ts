/**
 * A turn that came to nothing.
 *
 * @module
 */
import type { ToolLoopOutcome } from "./run_tool_loop.ts";
import { NO_TOKENS } from "./models/token_count.ts";

/**
 * The outcome of a turn of which nothing is known yet, or which failed before a model was asked.
 *
 * @example
 * ```ts
 * let outcome = unfinishedOutcome();
 * ```
 */
export function unfinishedOutcome(): ToolLoopOutcome {
  return {
    end: "failed",
    stopReason: "failed",
    text: "",
    steps: 0,
    usage: NO_TOKENS,
    lastCall: NO_TOKENS,
    messages: [],
  };
}
