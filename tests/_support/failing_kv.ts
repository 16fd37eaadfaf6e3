/**
 * Deno KV on a bad day.
 *
 * @module
 */

/** What happens to one commit. */
export interface KvFailure {
  /** Comes in between what led to the commit and the commit. */
  readonly before?: () => Promise<unknown>;
  /** What it throws; without it nothing. */
  readonly message?: string;
  /** Whether it takes effect although it throws. */
  readonly applied?: boolean;
}

/**
 * Makes a database's next commits fail.
 *
 * @param kv The database; it is changed.
 * @param failures One for each commit, taken from the front; commits succeed when none is left.
 * @returns The database.
 *
 * @example
 * ```ts
 * const kv = failingKv(await Deno.openKv(path), [{ message: "database is locked", applied: true }]);
 * ```
 */
export function failingKv(kv: Deno.Kv, failures: KvFailure[]): Deno.Kv {
  const atomic = kv.atomic.bind(kv);
  kv.atomic = () => {
    const operation = atomic();
    const commit = operation.commit.bind(operation);
    operation.commit = async () => {
      const { before, message, applied } = failures.shift() ?? {};
      await before?.();
      if (message === undefined) return await commit();
      if (applied) await commit();
      throw new TypeError(message);
    };
    return operation;
  };
  return kv;
}
