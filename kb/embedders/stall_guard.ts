import { BilingualError } from "../bilingual_error.ts";
import type { EmbedderClock } from "./embedder_clock.ts";

/** Gives up on a download on which nothing moves. */
export interface StallGuard extends AsyncDisposable {
  /** Aborted when nothing moves, or by whoever waits. */
  readonly signal: AbortSignal;
  /** The same bytes; each piece that comes starts the time anew. */
  watch(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/**
 * Starts to watch.
 *
 * @param clock The clock.
 * @param limitMs How long nothing may come, in milliseconds.
 * @param signal Another reason to give up.
 *
 * @example
 * ```ts
 * await using guard = stallGuard(clock, 30_000);
 * const response = await fetch(url, { signal: guard.signal });
 * ```
 */
export function stallGuard(clock: EmbedderClock, limitMs: number, signal?: AbortSignal): StallGuard {
  const stalled = new AbortController();
  const start = () =>
    clock.after(
      limitMs,
      () =>
        stalled.abort(
          new BilingualError({
            en: `nothing came for ${limitMs / 1000} seconds`,
            zh: `${limitMs / 1000} 秒没有收到数据`,
          }),
        ),
    );
  let cancel = start();
  return {
    signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
    async *watch(source) {
      for await (const bytes of source) {
        cancel();
        cancel = start();
        yield bytes;
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(cancel()),
  };
}
