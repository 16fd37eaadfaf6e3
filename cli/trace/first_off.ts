/**
 * Where a turn went off.
 *
 * @module
 */
import type { TracedCall } from "./traced_turn.ts";

/** Why a call is not as it should be. */
export type OffReason = "failed" | "denied" | "repeated" | "repaired" | "unfinished";

/** A call that is not as it should be. */
export interface OffCall {
  readonly call: TracedCall;
  readonly why: OffReason;
}

/**
 * Says what is wrong with a call, the gravest first.
 *
 * @param call The call.
 * @param isOver Has its turn ended? Until then a call without an outcome runs.
 * @returns `undefined` when nothing is.
 */
export function offReason(call: TracedCall, isOver = true): OffReason | undefined {
  if (call.status === undefined) return isOver ? "unfinished" : undefined;
  if (call.status === "denied") return "denied";
  if (call.status !== "ok") return "failed";
  if (call.repair !== undefined) return "repaired";
  return call.repeat > 0 ? "repeated" : undefined;
}

/**
 * The first call that was denied, failed, repeated an earlier one, had to be mended, or never ended: what comes after it
 * may only be its consequence.
 *
 * @param calls In order.
 * @param isOver See {@linkcode offReason}.
 *
 * @example
 * ```ts
 * firstOff(turn.calls)?.why; // "failed"
 * ```
 */
export function firstOff(calls: readonly TracedCall[], isOver = true): OffCall | undefined {
  for (const call of calls) {
    const why = offReason(call, isOver);
    if (why !== undefined) return { call, why };
  }
  return undefined;
}
