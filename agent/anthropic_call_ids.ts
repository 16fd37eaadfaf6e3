/**
 * Ids of calls as Anthropic takes them.
 *
 * @module
 */
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/**
 * Renames, in what is sent, the ids that Anthropic refuses: those with other characters than letters, digits, `_` and `-`
 * (Kimi's `kb_query:0`), and those that an earlier call had (a server that counts from 0 in each answer). A session that
 * another model began would otherwise end with its first question to this one. The conversation itself keeps its ids.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: anthropicCallIds });
 * ```
 */
export const anthropicCallIds: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: ({ params }) => Promise.resolve({ ...params, prompt: withLegalIds(params.prompt) }),
};

function withLegalIds(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const used = new Set<string>();
  /** For each id, those that its calls without a result have got. */
  const waiting = new Map<string, string[]>();
  const ofCall = (id: string) => {
    const legal = unused(id.replaceAll(/[^\w-]/g, "_"), used);
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

function unused(id: string, used: Set<string>): string {
  let legal = id;
  for (let use = 2; used.has(legal); use++) legal = `${id}__${use}`;
  used.add(legal);
  return legal;
}
