/**
 * Waits for work as long as somebody wants it.
 *
 * @module
 */

/**
 * Settles with the work, or rejects as soon as nobody waits for it any more.
 *
 * @param work Goes on in any case; how it ends then is nobody's unhandled rejection.
 * @param signal Aborted when everybody has left.
 * @throws What the work throws, or the signal's reason.
 *
 * @example
 * ```ts
 * const value = await untilAbandoned(running, signal);
 * ```
 */
export function untilAbandoned(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  return promise;
}
