/**
 * A breaker's state as shared stores keep it: one JSON document with the id of the change that wrote it, by which a
 * writer that got no answer knows its own writing.
 *
 * @module
 */
import { type BreakerState, CLOSED, type CountedFailure } from "../breaker_state.ts";

/** A state, and which change wrote it. */
export interface BreakerRecord {
  readonly state: BreakerState;
  readonly change: string;
}

/**
 * Writes a state down.
 *
 * @param state The state.
 * @param change The id of the change.
 * @returns JSON; empty text for a state that nothing is remembered of.
 *
 * @example
 * ```ts
 * encodeBreaker({ failures: [{ at: 1, type: "timeout" }] }, "c1"); // {"change":"c1","failures":[…]}
 * ```
 */
export function encodeBreaker(state: BreakerState, change: string): string {
  const { failures, opening, probe } = state;
  return failures.length === 0 && !opening ? "" : JSON.stringify({ change, failures, opening, probe });
}

/**
 * Reads a state.
 *
 * @param text What the store keeps. Anything that is none of ours counts as nothing: a breaker must not stand in the way.
 *
 * @example
 * ```ts
 * decodeBreaker("").state; // { failures: [] }
 * ```
 */
export function decodeBreaker(text: string): BreakerRecord {
  const fields = parse(text);
  const { change, failures, opening, probe } = fields;
  if (typeof change !== "string" || !Array.isArray(failures)) return { state: CLOSED, change: "" };
  const state: BreakerState = {
    failures: failures.filter(isFailure).map(({ at, type }) => ({ at, type })),
    ...(isMark(opening) && { opening: { id: opening.id, at: opening.at } }),
    ...(isMark(probe) && { probe: { id: probe.id, at: probe.at } }),
  };
  return { state, change };
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function isFailure(value: unknown): value is CountedFailure {
  const { at, type } = Object(value) as Partial<CountedFailure>;
  return Number.isFinite(at) && typeof type === "string";
}

function isMark(value: unknown): value is { id: string; at: number } {
  const { id, at } = Object(value) as { id?: unknown; at?: unknown };
  return typeof id === "string" && Number.isFinite(at);
}
