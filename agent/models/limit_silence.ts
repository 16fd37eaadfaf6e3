/**
 * Ends a request of which nothing is heard any more.
 *
 * @module
 */
import type { Clock } from "../../shells/clock.ts";

/** Thrown when a server has sent nothing for too long: a connection that has died without a word looks just so. */
export class ModelSilentError extends Error {
  override readonly name = "ModelSilentError";
}

/** Settings of {@linkcode limitSilence}. */
export interface LimitSilenceOptions {
  /** How long nothing may come, in milliseconds, before the answer or within it; 0 is for ever. */
  readonly limitMs: number;
  readonly clock: Pick<Clock, "after">;
}

/**
 * A `fetch` whose answers do not stand still for ever. What counts is the silence, however long the whole answer takes.
 *
 * @param fetch What fetches. Its fetches, and their bodies, fail with a {@linkcode ModelSilentError}.
 * @param options See {@linkcode LimitSilenceOptions}.
 *
 * @example
 * ```ts
 * const patient = limitSilence(fetch, { limitMs: 600_000, clock: systemClock });
 * ```
 */
export function limitSilence(
  fetch: typeof globalThis.fetch,
  { limitMs, clock }: LimitSilenceOptions,
): typeof globalThis.fetch {
  if (limitMs === 0) return fetch;
  return async (input, init) => {
    const givenUp = new AbortController();
    const { host } = new URL(input instanceof Request ? input.url : input);
    const within = async <T>(work: Promise<T>): Promise<T> => {
      const { promise, reject } = Promise.withResolvers<never>();
      const takeBack = clock.after(limitMs, () => {
        const silence = new ModelSilentError(`${host} sent nothing for ${limitMs / 1_000} s`);
        reject(silence);
        givenUp.abort(silence);
      });
      try {
        return await Promise.race([work, promise]);
      } finally {
        takeBack();
      }
    };
    const signal = init?.signal ? AbortSignal.any([init.signal, givenUp.signal]) : givenUp.signal;
    const response = await within(fetch(input, { ...init, signal }));
    const { status, statusText, headers } = response;
    return response.body
      ? new Response(watched(response.body, within), { status, statusText, headers })
      : response;
  };
}

function watched(
  body: ReadableStream<Uint8Array>,
  within: <T>(work: Promise<T>) => Promise<T>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await within(reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
