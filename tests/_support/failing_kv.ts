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
 * A database whose next commits fail.
 *
 * @param kv The real one.
 * @param failures One for each commit, taken from the front; commits succeed when none is left.
 *
 * @example
 * ```ts
 * const kv = failingKv(await Deno.openKv(path), [{ message: "database is locked", applied: true }]);
 * ```
 */
export function failingKv(kv: Deno.Kv, failures: KvFailure[]): Deno.Kv {
  return intercept(kv, "atomic", () =>
    intercept(kv.atomic(), "commit", async (operation) => {
      const { before, message, applied = message === undefined } = failures.shift() ?? {};
      await before?.();
      const outcome = applied ? await operation.commit() : undefined;
      if (message !== undefined) throw new TypeError(message);
      return outcome;
    }));
}

/** The same object with one method replaced, also in chains of calls. */
function intercept<T extends object>(target: T, name: string, replacement: (target: T) => unknown): T {
  const wrapper: T = new Proxy(target, {
    get: (_, field) => {
      if (field === name) return () => replacement(target);
      const value = Reflect.get(target, field, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const answer = value.apply(target, given);
        return answer === target ? wrapper : answer;
      };
    },
  });
  return wrapper;
}
