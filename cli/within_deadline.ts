/**
 * Gives up waiting.
 *
 * @module
 */

/**
 * What work gives, unless a deadline passes first. The work goes on then, and nobody hears what comes of it.
 *
 * @param work What is waited for.
 * @param deadline Is aborted when it is too late.
 * @throws Whatever the work throws; the signal's reason when it is too late.
 *
 * @example
 * ```ts
 * await withinDeadline(embedder.embed(texts), AbortSignal.timeout(15_000));
 * ```
 */
export async function withinDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  work.catch(() => {});
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(deadline.reason);
  deadline.addEventListener("abort", giveUp, { once: true });
  if (deadline.aborted) giveUp();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener("abort", giveUp);
  }
}
