/**
 * Tells an answer that broke off from one that has ended.
 *
 * @module
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/**
 * Fails an answer whose connection ended in good order before the answer did, as a proxy ends one after its time. For
 * Anthropic's package such an answer is complete, for the reason `interrupted`; what the vendor's others make of it is
 * an error, and so it is here.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: failInterrupted });
 * ```
 */
export const failInterrupted: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(failing()) };
  },
};

function failing(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (part.type !== "finish" || part.finishReason.unified !== "interrupted") {
        return controller.enqueue(part);
      }
      controller.enqueue({ type: "error", error: new Error("The stream ended without a finish reason") });
      controller.enqueue({ ...part, finishReason: { ...part.finishReason, unified: "error" } });
    },
  });
}
