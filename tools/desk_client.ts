/**
 * Sends requests to a back end, again where that is safe.
 *
 * @module
 */
import { retryAfterMs } from "../kb/retry_after_ms.ts";
import { type DeskClock, type DeskFetch, exchange } from "./desk_exchange.ts";
import { type DeskFailure, deskVerdict, type Expectation } from "./desk_verdict.ts";
import type { DeskCall, Refusal } from "./order_desk.ts";
import type { JsonProblem } from "./read_tolerant_json.ts";
import { type JsonObject, ToolCallError } from "./types.ts";

/** How long to wait and how often to try. */
export interface DeskLimits {
  /** Attempts for one call, the first included. @default {3} */
  readonly maxAttempts: number;
  /** How long one attempt may take, in milliseconds. @default {8_000} */
  readonly attemptTimeoutMs: number;
  /** The pause before the second attempt, in milliseconds; it doubles. @default {200} */
  readonly firstPauseMs: number;
  /** A `Retry-After` beyond this many milliseconds ends the call. @default {5_000} */
  readonly maxRetryAfterMs: number;
  /** The largest answer, in bytes. @default {1_048_576} */
  readonly maxAnswerBytes: number;
}

/** What the client needs. */
export interface DeskClientOptions {
  /** With a slash at its end. */
  readonly url: URL;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  readonly strictJson?: boolean;
  readonly fetch: DeskFetch;
  readonly clock: DeskClock;
  /** From 0 up to 1, for the length of pauses. */
  readonly random: () => number;
  readonly limits?: Partial<DeskLimits>;
  /** Is told why a call failed and what an answer lost, for the log. */
  readonly onProblem: (message: string) => void;
}

/** One call. With a body it is a write. */
export interface DeskRequest<T> extends Pick<Expectation<T>, "answer" | "refusals" | "orderId"> {
  /** For messages: `refund the order`. */
  readonly action: string;
  /** Below the base URL, encoded. */
  readonly path: string;
  readonly body?: JsonObject;
  /** Its `requestId` is sent as `Idempotency-Key`; a write without one is sent once. */
  readonly call?: DeskCall | undefined;
}

const DEFAULT_LIMITS: DeskLimits = {
  maxAttempts: 3,
  attemptTimeoutMs: 8_000,
  firstPauseMs: 200,
  maxRetryAfterMs: 5_000,
  maxAnswerBytes: 1_048_576,
};

/**
 * A client that repeats reads, and writes under their key, when the network or the back end fails for the moment.
 *
 * A write whose reply was lost on any attempt and that no later attempt cleared up is an `unknown_outcome`, whatever the
 * last attempt said: only that keeps its idempotency record from being freed and the write from running under a new key.
 *
 * @example
 * ```ts
 * await client.send({ action: "find the order", path: "orders/A-1024", answer: orderMessage(), refusals: [] });
 * ```
 */
export class DeskClient {
  readonly #options: DeskClientOptions;
  readonly #limits: DeskLimits;
  readonly #headers: Readonly<Record<string, string>>;
  #toldLoose = false;

  /** @param options See {@linkcode DeskClientOptions}. */
  constructor(options: DeskClientOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#headers = {
      accept: "application/json",
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    };
  }

  /**
   * Sends a request until there is an answer or no sense in trying again. Reads end at once with the signal; a write that
   * is under way is heard out within its attempt, because leaving does not undo it and its late receipt is still news.
   *
   * @param request See {@linkcode DeskRequest}.
   * @returns What the back end says, or why it refused.
   * @throws {ToolCallError} If there is no usable answer.
   * @throws The signal's reason, if it was given before anything could have happened.
   */
  async send<T>(request: DeskRequest<T>): Promise<T | Refusal> {
    const { abortSignal: signal, requestId, onRetry } = request.call ?? {};
    const isWrite = request.body !== undefined;
    signal?.throwIfAborted();
    let mayHaveHappened = false;
    for (let attempt = 1;; attempt++) {
      const verdict = await this.#attempt(request);
      if (verdict.kind === "done") return verdict.value;
      if (verdict.kind === "refused") return verdict.refusal;
      mayHaveHappened ||= isWrite && verdict.mayHaveHappened;
      const pauseMs = isWrite && requestId === undefined ? undefined : this.#pauseMs(verdict, attempt);
      if (pauseMs === undefined) throw this.#failure(request, verdict, attempt, mayHaveHappened);
      onRetry?.({
        attempt,
        maxAttempts: this.#limits.maxAttempts - 1,
        delayMs: Math.round(pauseMs),
        errorType: verdict.type,
      });
      await this.#pause(pauseMs, signal);
      if (signal?.aborted) {
        if (mayHaveHappened) throw this.#failure(request, verdict, attempt, mayHaveHappened);
        throw signal.reason;
      }
    }
  }

  async #attempt<T>(request: DeskRequest<T>): Promise<ReturnType<typeof deskVerdict<T>>> {
    const { fetch, clock, url, strictJson = false } = this.#options;
    const { path, body, call: { requestId, abortSignal } = {} } = request;
    const init = body === undefined ? { method: "GET", headers: this.#headers } : {
      method: "POST",
      headers: {
        ...this.#headers,
        "content-type": "application/json",
        ...(requestId !== undefined && { "idempotency-key": requestId }),
      },
      body: JSON.stringify(body),
    };
    const exchanged = await exchange(new URL(path, url), init, {
      fetch,
      clock,
      timeoutMs: this.#limits.attemptTimeoutMs,
      maxBytes: this.#limits.maxAnswerBytes,
      ...(body === undefined && { signal: abortSignal }),
    });
    return deskVerdict(exchanged, {
      ...request,
      strictJson,
      onJsonProblems: (problems) => this.#reportLosses(request.action, problems),
    });
  }

  /** How long to wait before the next attempt; `undefined` when there is to be none. */
  #pauseMs({ retry, retryAfter }: DeskFailure, attempt: number): number | undefined {
    const { maxAttempts, firstPauseMs, maxRetryAfterMs } = this.#limits;
    if (!retry || attempt >= maxAttempts) return undefined;
    const asked = retryAfterMs(retryAfter, this.#options.clock.now());
    if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : undefined;
    // Between half and all of the pause, so that those who failed together do not come back together.
    return firstPauseMs * 2 ** (attempt - 1) * (1 + this.#options.random()) / 2;
  }

  #pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(delayMs, resolve);
    const leave = () => resolve();
    signal?.addEventListener("abort", leave, { once: true });
    return promise.finally(() => {
      cancel();
      signal?.removeEventListener("abort", leave);
    });
  }

  #failure(
    { action }: DeskRequest<unknown>,
    { type, why, cause }: DeskFailure,
    attempts: number,
    mayHaveHappened: boolean,
  ): ToolCallError {
    const message = `Cannot ${action}: ${why}`;
    this.#options.onProblem(attempts > 1 ? `${message} (${attempts} attempts)` : message);
    return new ToolCallError(mayHaveHappened ? "unknown_outcome" : type, message, { cause });
  }

  /** Losses are always news. That the desk writes loosely is news once. */
  #reportLosses(action: string, problems: readonly JsonProblem[]): void {
    const losses = problems.filter(({ isLoss }) => isLoss);
    const [first] = losses.length > 0 || this.#toldLoose ? losses : problems;
    if (!first) return;
    if (losses.length === 0) this.#toldLoose = true;
    const others = (losses.length || problems.length) - 1;
    this.#options.onProblem(
      `The desk's answer is no strict JSON (${action}): ${first.message}${
        others > 0 ? `, and ${others} more` : ""
      }`,
    );
  }
}
