/**
 * Lets user and model take turns.
 *
 * @module
 */
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/**
 * Makes one message of what a user said twice in a row, because the answer between failed, was cancelled or was empty. The
 * templates of many models on servers of one's own refuse such a conversation ("roles must alternate"), each time anew.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: joinRequests });
 * ```
 */
export const joinRequests: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: ({ params }) => Promise.resolve({ ...params, prompt: joined(params.prompt) }),
};

function joined(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const messages: LanguageModelV4Prompt = [];
  for (const message of prompt) {
    const last = messages.at(-1);
    if (last?.role !== "user" || message.role !== "user") messages.push(message);
    else {
      // As one text: not every server takes a list of them.
      const texts = [...last.content, ...message.content].flatMap((part) =>
        part.type === "text" ? [part.text] : []
      );
      messages.splice(-1, 1, { role: "user", content: [{ type: "text", text: texts.join("\n\n") }] });
    }
  }
  return messages;
}
