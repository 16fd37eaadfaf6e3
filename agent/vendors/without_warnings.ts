/**
 * Keeps a vendor's package from talking to the person.
 *
 * @module
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/**
 * Takes out what a vendor's package says of a request that it changed, such as a temperature that it left out beside
 * thinking. The AI SDK would print it, with each request anew, into the middle of a conversation.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: withoutWarnings });
 * ```
 */
export const withoutWarnings: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(quiet()) };
  },
};

function quiet(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      controller.enqueue(part.type === "stream-start" ? { ...part, warnings: [] } : part);
    },
  });
}
