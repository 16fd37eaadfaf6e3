/**
 * Asks a model again when it could not be asked.
 *
 * @module
 */
import { APICallError, type LanguageModelMiddleware } from "ai";
import type { Clock } from "../../shells/clock.ts";
import type { ErrorFields } from "../agent_event.ts";
import { classifyError } from "./classify_error.ts";
import { retryAfter } from "./retry_after.ts";

/** A try that failed and is followed by another one. */
export interface Retry {
  /** Counts the retries, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ErrorFields;
}

/** Settings of {@linkcode retryModel}. */
export interface RetryModelOptions {
  readonly maxRetries: number;
  readonly clock: Clock;
  /** Is told before each pause. */
  readonly onRetry: (retry: Retry) => void;
}

const FIRST_DELAY_MS = 1_000;
/** Whom a server asks to come back later than this is better off with the error. */
const LONGEST_DELAY_MS = 60_000;

/**
 * Repeats a request that failed before the answer began, when the failure is one that passes: too many requests, a
 * server's fault, the network. A key, a certificate, a balance or a bad request does not mend itself. The AI SDK's own
 * retries are no use here: under Deno they take a refused certificate for a passing fault of the network.
 *
 * Pauses double from one second, unless the server names one (`retry-after`, `retry-after-ms`).
 *
 * @param options See {@linkcode RetryModelOptions}.
 * @returns A middleware for `wrapLanguageModel`. It throws the last error.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: retryModel({ maxRetries: 2, clock: systemClock, onRetry }) });
 * ```
 */
export function retryModel({ maxRetries, clock, onRetry }: RetryModelOptions): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    wrapStream: async ({ doStream, params }) => {
      for (let attempt = 1;; attempt++) {
        try {
          return await doStream();
        } catch (error) {
          const fields = classifyError(error);
          const delayMs = delayOf(error, clock.now()) ?? FIRST_DELAY_MS * 2 ** (attempt - 1);
          // Whoever was silent for minutes may be so again: the person decides.
          const passes = fields.retryable && fields.code !== "timeout";
          const mayRetry = passes && attempt <= maxRetries && delayMs <= LONGEST_DELAY_MS;
          if (!mayRetry || params.abortSignal?.aborted) throw error;
          onRetry({ attempt, delayMs, error: fields });
          await pause(delayMs, clock, params.abortSignal);
        }
      }
    },
  };
}

/** The pause that the server asks for, in milliseconds. */
function delayOf(error: unknown, now: number): number | undefined {
  return APICallError.isInstance(error) ? retryAfter(error.responseHeaders ?? {}, now) : undefined;
}

function pause(delayMs: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const takeBack = clock.after(delayMs, resolve);
  const stop = () => {
    takeBack();
    reject(signal?.reason);
  };
  signal?.addEventListener("abort", stop, { once: true });
  return promise.finally(() => signal?.removeEventListener("abort", stop));
}
