/**
 * How a turn ended, in one word.
 *
 * @module
 */
import type { AgentEventOf } from "./agent_event.ts";
import type { ToolLoopOutcome } from "./run_tool_loop.ts";

/**
 * The status of a turn. A denial is never hidden behind an answer: whoever scripts this must notice.
 *
 * @param outcome How the loop ended.
 * @param denied Was a call denied?
 * @param stoppedByDenial Did a denial end the turn?
 *
 * @example
 * ```ts
 * turnStatus({ end: "answered" }, true, false); // "blocked"
 * ```
 */
export function turnStatus(
  { end }: Pick<ToolLoopOutcome, "end">,
  denied: boolean,
  stoppedByDenial: boolean,
): AgentEventOf<"turn.completed">["status"] {
  if (end === "cancelled") return stoppedByDenial ? "blocked" : "cancelled";
  if (end === "failed") return "failed";
  if (denied) return "blocked";
  return end === "limit" ? "limit" : "completed";
}
