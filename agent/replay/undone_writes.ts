/**
 * Writes that never took effect.
 *
 * @module
 */
import { canonicalJson } from "../../shells/canonical_json.ts";
import type { RecordedCall, RecordedTurn } from "../recording/recording.ts";
import { isAccidental } from "./compare_turns.ts";

/** Accidents that are told of only when nothing was done. */
const NOTHING_DONE: readonly unknown[] = ["network", "rate_limited", "unavailable", "circuit_open"];

/**
 * The calls of a recording that failed by an accident of their day and changed nothing: done in a replay, they would be
 * there already when the recording did them at last. What the next equal call was told shows it, else the accident.
 *
 * @param turns The recorded turns.
 *
 * @example
 * ```ts
 * const isUndone = undoneWrites(recording.turns);
 * isUndone.has(recording.turns[0].calls[0]);
 * ```
 */
export function undoneWrites(turns: readonly RecordedTurn[]): ReadonlySet<RecordedCall> {
  const undone = new Set<RecordedCall>();
  /** By what was asked for: was the next one that went well told that it had been done before? */
  const wasDone = new Map<string, boolean>();
  for (const call of turns.flatMap(({ calls }) => calls).toReversed()) {
    const edited = call.approval?.decision === "allow" ? call.approval.input : undefined;
    const key = canonicalJson([call.tool, edited ?? call.input]);
    const { status, error_type, replayed } = Object(call.output) as Record<string, unknown>;
    if (isAccidental(call.output)) {
      if (wasDone.has(key) ? wasDone.get(key) === false : NOTHING_DONE.includes(error_type)) undone.add(call);
    } else if (status === "success") wasDone.set(key, replayed === true);
  }
  return undone;
}
