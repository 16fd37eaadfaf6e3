/**
 * A conversation by turns.
 *
 * @module
 */
import type { ModelMessage } from "ai";

/**
 * Cuts a conversation before each thing the user said. A cut there never parts a call from its result.
 *
 * @param messages The conversation. What stands before the first user message belongs to the first turn.
 *
 * @example
 * ```ts
 * splitTurns([{ role: "user", content: "a" }, { role: "assistant", content: "b" }, { role: "user", content: "c" }]).length; // 2
 * ```
 */
export function splitTurns(messages: readonly ModelMessage[]): ModelMessage[][] {
  const turns: ModelMessage[][] = [];
  let spoken = false;
  for (const message of messages) {
    const last = turns.at(-1);
    const isUser = message.role === "user";
    if (last && !(isUser && spoken)) last.push(message);
    else turns.push([message]);
    spoken ||= isUser;
  }
  return turns;
}
