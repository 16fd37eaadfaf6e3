/**
 * One request to a back end and what came of it.
 *
 * @module
 */

/** The part of `fetch` that is used. */
export type DeskFetch = (url: URL, init: RequestInit) => Promise<Response>;

/** Time as the desk needs it; see `Clock` of the shells. */
export interface DeskClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back in so many milliseconds; returns what takes the call back. */
  after(delayMs: number, callback: () => void): () => void;
}

/** What became of a request. */
export type Exchange =
  | {
    readonly kind: "answered";
    readonly status: number;
    readonly retryAfter: string | null;
    readonly body: Uint8Array;
  }
  /** An answer came, but more of it than is read. */
  | { readonly kind: "too_large"; readonly status: number }
  /** No connection could be made: the back end knows nothing of the request. */
  | { readonly kind: "not_sent"; readonly cause: unknown }
  /** The connection broke before the answer was whole. */
  | { readonly kind: "lost"; readonly cause: unknown }
  | { readonly kind: "timed_out" };

/** Settings of {@linkcode exchange}. */
export interface ExchangeOptions {
  readonly fetch: DeskFetch;
  readonly clock: DeskClock;
  /** How long the whole exchange may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The largest body that is read, in bytes, after decompression. */
  readonly maxBytes: number;
  /** Ends the exchange. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request once. Redirections are not followed: they would take the token, or a write, somewhere else.
 *
 * @param url Where to.
 * @param init Method, headers and body.
 * @param options See {@linkcode ExchangeOptions}.
 * @throws The signal's reason; nothing else.
 *
 * @example
 * ```ts
 * await exchange(new URL("http://127.0.0.1:8787/orders/A-1024"), { method: "GET" }, options);
 * ```
 */
export async function exchange(url: URL, init: RequestInit, options: ExchangeOptions): Promise<Exchange> {
  const { fetch, clock, timeoutMs, maxBytes, signal } = options;
  const limit = new AbortController();
  const cancel = clock.after(timeoutMs, () => limit.abort());
  const ends = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: ends });
    const { status } = response;
    const body = await readCapped(response, maxBytes);
    if (!body) return { kind: "too_large", status };
    return { kind: "answered", status, retryAfter: response.headers.get("retry-after"), body };
  } catch (cause) {
    signal?.throwIfAborted();
    if (limit.signal.aborted) return { kind: "timed_out" };
    return { kind: isConnectFailure(cause) ? "not_sent" : "lost", cause };
  } finally {
    cancel();
  }
}

async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/**
 * Deno names the phase in the message, and nowhere else. A failure that is not recognised counts as one after sending,
 * which is the safe side.
 */
function isConnectFailure(error: unknown): boolean {
  const { message, cause } = Object(error) as { message?: unknown; cause?: { message?: unknown } };
  return [message, cause?.message].some((text) => String(text).includes("client error (Connect)"));
}
