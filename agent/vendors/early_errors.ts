/**
 * Tells a refusal from an answer that broke off.
 *
 * @module
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/** What comes before an answer begins. */
const BEFORE: readonly LanguageModelV4StreamPart["type"][] = ["stream-start", "response-metadata", "raw"];

/**
 * Throws an error that comes as the first thing of an answer. Gateways begin with status 200 and then say that nobody could
 * be reached, or that there were too many requests: that is a refusal like any other, and may be asked again.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: [retries, earlyErrors] });
 * ```
 */
export const earlyErrors: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    const reader = stream.getReader();
    const begun: LanguageModelV4StreamPart[] = [];
    while (true) {
      const { done, value } = await reader.read();
      if (value?.type === "error") {
        // Not waited for: it may be as stuck as its server.
        void reader.cancel().catch(() => {});
        throw value.error;
      }
      if (value) begun.push(value);
      if (done || !BEFORE.includes(value.type)) break;
    }
    return { ...rest, stream: continued(begun, reader) };
  },
};

function continued<T>(begun: readonly T[], reader: ReadableStreamDefaultReader<T>): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const part of begun) controller.enqueue(part);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
