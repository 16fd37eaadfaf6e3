/**
 * Cuts off calls that take too long.
 *
 * @module
 */
import { ToolCallError } from "../tools/types.ts";
import type { Clock } from "./clock.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** Settings of {@linkcode timeout}. */
export interface TimeoutOptions {
  /** How long one call may take, in milliseconds; at least 1. */
  readonly limitMs: number;
  readonly clock: Pick<Clock, "after">;
}

/**
 * Races each call against the clock. When the clock wins, the call's signal is aborted and a
 * {@linkcode ToolCallError} of type `timeout` is thrown at once, whether the tool listens or not; its `pending`
 * settles with what the tool does after all. Interactive tools are left alone.
 *
 * @param options See {@linkcode TimeoutOptions}.
 * @returns The shell; the innermost of the default order.
 * @throws {RangeError} If `limitMs` is not a number of at least 1.
 *
 * @example
 * ```ts
 * const shell = timeout({ limitMs: 30_000, clock: systemClock });
 * ```
 */
export function timeout({ limitMs, clock }: TimeoutOptions): Shell {
  if (!(limitMs >= 1)) {
    throw new RangeError(`Cannot set tool timeout: ${limitMs} ms is below 1. Give a longer time`);
  }
  return (tool, { name }) => {
    if (tool.traits.interactive) return tool;
    return wrapExecute(tool, async (input, options, next) => {
      const limit = new AbortController();
      const signals = options.abortSignal ? [options.abortSignal, limit.signal] : [limit.signal];
      const running = next(input, { ...options, abortSignal: AbortSignal.any(signals) });
      const expired = Promise.withResolvers<never>();
      const cancel = clock.after(limitMs, () => {
        const error = new ToolCallError("timeout", `Cannot finish ${name}: no answer within ${limitMs} ms`, {
          pending: running,
        });
        // A tool may reject as soon as it sees the signal; the time-out must win that race.
        expired.reject(error);
        limit.abort(error);
      });
      try {
        return await Promise.race([expired.promise, running]);
      } finally {
        cancel();
        // Whoever wins, the other side's later rejection is nobody's unhandled one.
        expired.promise.catch(() => {});
        running.catch(() => {});
      }
    });
  };
}
