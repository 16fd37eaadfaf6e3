/**
 * Cuts off calls that take too long.
 *
 * @module
 */
import { ToolCallError } from "../tools/types.ts";
import type { Clock } from "./clock.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** A timer holds 31 bits; it takes a longer delay for none, and every call would time out at once. */
const MAX_LIMIT_MS = 2_147_483_647;

/** Settings of {@linkcode timeout}. */
export interface TimeoutOptions {
  /** How long one call may take, in milliseconds: 1 to 2,147,483,647. */
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
 * @throws {RangeError} If `limitMs` is out of range.
 *
 * @example
 * ```ts
 * const shell = timeout({ limitMs: 30_000, clock: systemClock });
 * ```
 */
export function timeout({ limitMs, clock }: TimeoutOptions): Shell {
  if (!(limitMs >= 1 && limitMs <= MAX_LIMIT_MS)) {
    throw new RangeError(
      `Cannot set tool timeout: ${limitMs} ms is not between 1 and ${MAX_LIMIT_MS}. Give another time`,
    );
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
        // The race listens to both to the end, so that the loser's rejection is nobody's unhandled one.
        return await Promise.race([expired.promise, running]);
      } finally {
        cancel();
      }
    });
  };
}
