/**
 * What to remember of an answer that was cut off.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { JsonValue } from "../../tools/types.ts";
import type { ObservedCall } from "./observe_tools.ts";

/**
 * The messages for a step that did not end: what was said, and every call that had begun, each with its result.
 * Without them the next turn would not know that a write took place, and vendors refuse a call without a result.
 *
 * @param text What the model had said.
 * @param calls The calls of that step.
 * @returns None, or an assistant message and perhaps its tool results.
 *
 * @example
 * ```ts
 * interruptedStep("Let me see", [{ callId: "1", tool: "kb_query", input: { query: "leave" } }]);
 * ```
 */
export function interruptedStep(text: string, calls: readonly ObservedCall[]): ModelMessage[] {
  if (text === "" && calls.length === 0) return [];
  const said: ModelMessage = {
    role: "assistant",
    content: [
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ callId, tool, input }) => ({
        type: "tool-call" as const,
        toolCallId: callId,
        toolName: tool,
        input,
      })),
    ],
  };
  if (calls.length === 0) return [said];
  const results: ModelMessage = {
    role: "tool",
    content: calls.map(({ callId, tool, output }) => ({
      type: "tool-result" as const,
      toolCallId: callId,
      toolName: tool,
      output: { type: "json" as const, value: output ?? NO_RESULT },
    })),
  };
  return [said, results];
}

const NO_RESULT: JsonValue = {
  status: "error",
  error_type: "cancelled",
  message: "The turn ended before this call did.",
  recoverable: false,
  suggestion: "Do not retry; wait for what the user says next.",
};
