/**
 * Counts what requests to a model take.
 *
 * @module
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import type { TokenCount } from "../agent_event.ts";
import { addTokens, NO_TOKENS, tokensOf, UNKNOWN_TOKENS } from "./token_count.ts";

/**
 * Counts at the model itself, because an answer costs what it costs whatever becomes of it: one that was cancelled or
 * broke off before its report took tokens that nobody knows, and one whose calls were still running has reported.
 *
 * @example
 * ```ts
 * const requests = new RequestCounter();
 * wrapLanguageModel({ model, middleware: [retries, requests.middleware] });
 * requests.total; // of all that were answered so far
 * ```
 */
export class RequestCounter {
  #earlier = NO_TOKENS;
  #last = NO_TOKENS;

  /** What the last request took that was answered, or may have been. */
  get last(): TokenCount {
    return this.#last;
  }

  /** What all of them took. */
  get total(): TokenCount {
    return addTokens(this.#earlier, this.#last);
  }

  /** For `wrapLanguageModel`; within what repeats requests, so that each is counted. */
  readonly middleware: LanguageModelMiddleware = {
    specificationVersion: "v4",
    wrapStream: async ({ doStream, params }) => {
      const before = [this.#earlier, this.#last] as const;
      [this.#earlier, this.#last] = [this.total, UNKNOWN_TOKENS];
      try {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: stream.pipeThrough(this.#reading()) };
      } catch (error) {
        // A refusal costs nothing. Whoever leaves before the answer does not learn whether it was being made.
        if (!params.abortSignal?.aborted) [this.#earlier, this.#last] = before;
        throw error;
      }
    },
  };

  #reading(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
    return new TransformStream({
      transform: (part, controller) => {
        if (part.type === "finish") this.#last = tokensOf(part.usage);
        controller.enqueue(part);
      },
    });
  }
}
