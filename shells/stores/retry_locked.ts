/**
 * Patience with a file that other processes write to as well.
 *
 * @module
 */

/** How long to be patient, and the services that takes. */
export interface LockedPatience {
  /** Waits so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** From 0 to below 1: spreads those who wait, so that they do not collide again. */
  readonly random: () => number;
  /** Milliseconds on a clock that is never set back. */
  readonly elapsed: () => number;
  /** After how many milliseconds to try no more. */
  readonly budgetMs: number;
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Does something to an SQLite file, again and again while that is locked. The pauses are "full jitter" (a random part
 * of a bound that doubles), from the AWS Architecture Blog's "Exponential Backoff And Jitter".
 *
 * @param attempt What to do; it may have taken effect although it threw, and has to find out itself when called again.
 * @param patience See {@linkcode LockedPatience}.
 * @returns What the attempt returned.
 * @throws The last error when the time is up, and at once any error of another kind.
 *
 * @example
 * ```ts
 * const kv = await retryLocked(() => Deno.openKv(path), { wait, random: Math.random, elapsed, budgetMs: 5_000 });
 * ```
 */
export async function retryLocked<T>(
  attempt: () => Promise<T>,
  { wait, random, elapsed, budgetMs }: LockedPatience,
): Promise<T> {
  const startedAt = elapsed();
  for (let boundMs = FIRST_PAUSE_MS;; boundMs = Math.min(boundMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = Math.ceil(random() * boundMs);
      if (!isLocked(error) || elapsed() - startedAt + pauseMs > budgetMs) throw error;
      await wait(pauseMs);
    }
  }
}

/** SQLite's messages for SQLITE_BUSY and SQLITE_LOCKED; Deno gives no code. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && /database (table )?is (locked|busy)/i.test(error.message);
}
