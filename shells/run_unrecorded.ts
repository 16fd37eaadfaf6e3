/**
 * Runs what no record stands for.
 *
 * @module
 */
import type { ExecuteOnce, RunOutcome } from "./idempotent_call.ts";
import { plainCopy } from "./plain_copy.ts";
import { untilAbandoned } from "./until_abandoned.ts";

/**
 * Runs a read for those who wait for it now.
 *
 * @param execute Carries it out.
 * @param signal Aborted when nobody waits any more.
 * @returns The result, a copy of what the tool may still hold.
 * @throws What `execute` throws, or the signal's reason.
 *
 * @example
 * ```ts
 * const { value } = await runUnrecorded(() => lookUp("A-1024"), signal);
 * ```
 */
export async function runUnrecorded(
  execute: ExecuteOnce,
  signal: AbortSignal,
): Promise<Omit<RunOutcome, "key">> {
  const value = plainCopy(await untilAbandoned(execute({ signal }), signal));
  return { value, replayed: false, resultLost: false };
}
