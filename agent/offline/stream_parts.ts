import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { splitText } from "./split_text.ts";

/**
 * Delivers a finished result as a stream of small parts, one whenever the reader asks for more.
 *
 * @param result What `doGenerate` returns.
 * @param abortSignal Ends the stream with the signal's reason.
 * @returns The stream.
 *
 * @example
 * ```ts
 * const types = (await Array.fromAsync(streamParts(result))).map((part) => part.type);
 * ```
 */
export function streamParts(
  result: LanguageModelV4GenerateResult,
  abortSignal?: AbortSignal,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = allParts(result);
  return new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      if (abortSignal?.aborted) return controller.error(abortSignal.reason);
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}

function* allParts(result: LanguageModelV4GenerateResult): Generator<LanguageModelV4StreamPart, undefined> {
  yield { type: "stream-start", warnings: result.warnings };
  yield { type: "response-metadata", modelId: "offline" };
  for (const [index, content] of result.content.entries()) yield* contentParts(content, `text_${index}`);
  yield { type: "finish", finishReason: result.finishReason, usage: result.usage };
}

function* contentParts(content: LanguageModelV4Content, id: string): Generator<LanguageModelV4StreamPart> {
  if (content.type === "text") {
    yield { type: "text-start", id };
    for (const delta of splitText(content.text)) yield { type: "text-delta", id, delta };
    yield { type: "text-end", id };
  } else if (content.type === "tool-call") {
    yield { type: "tool-input-start", id: content.toolCallId, toolName: content.toolName };
    for (const delta of splitText(content.input)) {
      yield { type: "tool-input-delta", id: content.toolCallId, delta };
    }
    yield { type: "tool-input-end", id: content.toolCallId };
    yield content;
  }
}
