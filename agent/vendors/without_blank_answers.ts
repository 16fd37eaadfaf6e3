/**
 * Leaves out of a conversation what is no answer.
 *
 * @module
 */
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/**
 * Takes texts of nothing but blanks out of the answers that are sent, and answers in which nothing else was said or called:
 * thoughts that were cut off, a line feed before a call. Some vendors refuse the whole conversation over one, each time
 * anew. The conversation itself keeps them.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: withoutBlankAnswers });
 * ```
 */
export const withoutBlankAnswers: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: ({ params }) => Promise.resolve({ ...params, prompt: withoutBlanks(params.prompt) }),
};

function withoutBlanks(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.flatMap((message): LanguageModelV4Prompt => {
    if (message.role !== "assistant") return [message];
    const content = message.content.filter((part) => part.type !== "text" || part.text.trim() !== "");
    return content.every(({ type }) => type === "reasoning") ? [] : [{ ...message, content }];
  });
}
