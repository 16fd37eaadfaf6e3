/**
 * How long messages are for a model.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { estimateTokens } from "../../kb/estimate_tokens.ts";

/** What a message costs beside its words: its role, its ends. */
const TOKENS_A_MESSAGE = 4;

/** Messages are never changed, and a conversation is counted again at each step. */
const known = new WeakMap<ModelMessage, number>();

/**
 * Estimates, rather too many than too few, how many tokens messages are.
 *
 * @param messages The messages; what is asked about twice must not have changed in between.
 *
 * @example
 * ```ts
 * estimateMessages([{ role: "user", content: "hi" }]); // 5
 * ```
 */
export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

function estimateMessage(message: ModelMessage): number {
  const found = known.get(message);
  if (found !== undefined) return found;
  const { content } = message;
  const parts: readonly object[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const tokens = parts.reduce((sum, part) => sum + estimateTokens(textOf(part)), TOKENS_A_MESSAGE);
  known.set(message, tokens);
  return tokens;
}

function textOf(part: object): string {
  const { type, text, toolName, input, output } = part as Readonly<Record<string, unknown>>;
  if (type === "text" || type === "reasoning") return String(text);
  if (type === "tool-call") return `${toolName} ${JSON.stringify(input) ?? ""}`;
  if (type === "tool-result") return `${toolName} ${JSON.stringify(Object(output).value) ?? ""}`;
  return JSON.stringify(part) ?? "";
}
