import { BilingualError } from "../bilingual_error.ts";
import type { EmbedderClock } from "./embedder_clock.ts";
import { retryAfterMs } from "../retry_after_ms.ts";

const ATTEMPTS = 4;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** What {@linkcode postWithRetries} works with. */
export interface PostServices {
  readonly fetch: typeof fetch;
  readonly clock: EmbedderClock;
}

/** What to send. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long one attempt may take, answer included, in milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The last answer, whatever it says. */
export interface PostAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request that may be repeated, up to four times: again after 429, a server's failure or a broken connection,
 * when the server's `Retry-After` says, or else after 1, 2 and 4 seconds.
 *
 * @param request What to send.
 * @param services What sends, and the clock that waits.
 * @returns The last answer.
 * @throws {Error} when no attempt is answered.
 * @throws The signal's reason when it is aborted, also while waiting.
 *
 * @example
 * ```ts
 * const { status, text } = await postWithRetries({ url, headers, body, limitMs: 60_000 }, { fetch, clock });
 * ```
 */
export async function postWithRetries(request: PostRequest, services: PostServices): Promise<PostAnswer> {
  for (let attempt = 1;; attempt++) {
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
    try {
      const { answer, retryAfter } = await postOnce(request, services);
      const isPassing = answer.status === 429 || answer.status >= 500;
      if (!isPassing || attempt === ATTEMPTS) return answer;
      await pause(asDelay(retryAfter, services.clock) ?? delayMs, services.clock, request.signal);
    } catch (error) {
      request.signal?.throwIfAborted();
      if (attempt === ATTEMPTS) throw error;
      await pause(delayMs, services.clock, request.signal);
    }
  }
}

async function postOnce(
  { url, headers, body, limitMs, signal }: PostRequest,
  { fetch, clock }: PostServices,
): Promise<{ answer: PostAnswer; retryAfter: string | null }> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const cancel = clock.after(
    limitMs,
    () =>
      limit.abort(
        new BilingualError({
          en: `no answer within ${limitMs / 1000} seconds`,
          zh: `${limitMs / 1000} 秒内没有应答`,
        }),
      ),
  );
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      // A redirect would carry the key to another server.
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    return {
      answer: { status: response.status, text: await response.text() },
      retryAfter: response.headers.get("retry-after"),
    };
  } finally {
    cancel();
  }
}

/** What the server asks for, and no more than anybody would wait. */
function asDelay(retryAfter: string | null, clock: EmbedderClock): number | undefined {
  const waitMs = retryAfterMs(retryAfter, clock.now());
  return waitMs === undefined ? undefined : Math.min(waitMs, LONGEST_DELAY_MS);
}

function pause(delayMs: number, clock: EmbedderClock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
