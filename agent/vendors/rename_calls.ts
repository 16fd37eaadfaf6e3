/**
 * Gives the calls of a conversation other ids.
 *
 * @module
 */
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

/** Makes an id out of the one that a call has; those that other calls have got are `used`. */
export type NewCallId = (id: string, used: ReadonlySet<string>) => string;

/**
 * A prompt whose calls, and the result of each, have other ids. A result belongs to the first call of its id that has none
 * yet: some models use one id again and again.
 *
 * @param prompt The prompt.
 * @param newId See {@linkcode NewCallId}.
 *
 * @example
 * ```ts
 * renameCalls(prompt, (id, used) => unusedId(id.replaceAll(/[^\w-]/g, "_"), used));
 * ```
 */
export function renameCalls(prompt: LanguageModelV4Prompt, newId: NewCallId): LanguageModelV4Prompt {
  const used = new Set<string>();
  /** For each id, those that its calls without a result have got. */
  const waiting = new Map<string, string[]>();
  const ofCall = (id: string) => {
    const legal = newId(id, used);
    used.add(legal);
    waiting.set(id, [...waiting.get(id) ?? [], legal]);
    return legal;
  };
  const ofResult = (id: string) => waiting.get(id)?.shift() ?? id;
  return prompt.map((message) => {
    if (message.role === "assistant") {
      const content = message.content.map((part) =>
        part.type === "tool-call"
          ? { ...part, toolCallId: ofCall(part.toolCallId) }
          : part.type === "tool-result"
          ? { ...part, toolCallId: ofResult(part.toolCallId) }
          : part
      );
      return { ...message, content };
    }
    if (message.role !== "tool") return message;
    const content = message.content.map((part) =>
      part.type === "tool-result" ? { ...part, toolCallId: ofResult(part.toolCallId) } : part
    );
    return { ...message, content };
  });
}

/**
 * An id that no other call has got.
 *
 * @param id The id; it gets a number behind it when it is used.
 * @param used See {@linkcode NewCallId}.
 *
 * @example
 * ```ts
 * unusedId("c1", new Set(["c1"])); // "c1__2"
 * ```
 */
export function unusedId(id: string, used: ReadonlySet<string>): string {
  let legal = id;
  for (let use = 2; used.has(legal); use++) legal = `${id}__${use}`;
  return legal;
}
