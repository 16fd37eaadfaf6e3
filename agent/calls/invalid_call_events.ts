/**
 * What is told of a call that no tool was there for.
 *
 * @module
 */
import type { AgentEvent } from "../agent_event.ts";

/** What the event of a call says when there is no tool for it. */
export const NO_SUCH_TOOL = "There is no tool of this name.";

/** A call as the AI SDK gave up on it. */
export interface InvalidCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly error?: unknown;
}

/**
 * A call that never reached a tool (no such tool, or arguments that are no JSON) still starts and ends, visibly.
 *
 * @param call The call.
 * @param turnId The turn.
 * @param step The running number of the model's answer.
 *
 * @example
 * ```ts
 * for (const event of invalidCallEvents(part, turnId, 1)) emit(event);
 * ```
 */
export function invalidCallEvents(call: InvalidCall, turnId: string, step: number): AgentEvent[] {
  const common = { turn_id: turnId, call_id: call.toolCallId, tool: call.toolName };
  const isUnknown = call.error instanceof Error && call.error.name === "AI_NoSuchToolError";
  const message = isUnknown ? NO_SUCH_TOOL : "The call could not be read.";
  return [
    { type: "tool.started", ...common, kind: "read", title: call.toolName, input: call.input, step },
    {
      type: "tool.completed",
      ...common,
      status: "error",
      output: null,
      truncated: false,
      error: { code: "invalid_input", message, recoverable: false },
      duration_ms: 0,
      attempts: 0,
    },
  ];
}
