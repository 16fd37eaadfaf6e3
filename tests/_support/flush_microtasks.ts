/**
 * Lets everything happen that needs no time.
 *
 * @module
 */

/** Returns once all promise reactions that are possible now have run. No timer, no event loop turn. */
export async function flushMicrotasks(): Promise<void> {
  for (let round = 0; round < 200; round++) await Promise.resolve();
}

/** Says whether the promise settles without time passing. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => settled = true, () => settled = true);
  await flushMicrotasks();
  return settled;
}
