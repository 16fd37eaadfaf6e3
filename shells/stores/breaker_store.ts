/**
 * The port to what is remembered of failing tools.
 *
 * @module
 */
import type { BreakerState } from "../breaker_state.ts";

/** Says what becomes of a state; may be asked again when somebody else came in between. */
export type BreakerDecision<Step> = (state: BreakerState, now: number) => Step;

/** One state per tool. The rules are nobody's business here. */
export interface BreakerStore {
  /** For events and logs: `memory`, `redis`, `kv`. */
  readonly name: string;
  /**
   * Reads a tool's state and puts the decided one in its place, as one step among all that share the store. Nothing is
   * written when the decision gives back the very state that it was given.
   *
   * @param tool The tool's name.
   * @param decide Gets the state, and the time on the clock that all who share the store go by, in milliseconds.
   * @returns The decision that took effect.
   */
  change<Step extends { readonly state: BreakerState }>(
    tool: string,
    decide: BreakerDecision<Step>,
  ): Promise<Step>;
}

/** A tool and what is remembered of it. */
export interface BreakerEntry {
  readonly tool: string;
  readonly state: BreakerState;
  /** The store's time, in milliseconds. */
  readonly now: number;
}

/** What an operator may do. */
export interface BreakerAdministration {
  /** The tools that something is remembered of, in no particular order. */
  list(): AsyncIterable<BreakerEntry>;
  /** Forgets a tool's failures, so that it is called again. False when there was nothing to forget. */
  reset(tool: string): Promise<boolean>;
}

/** A store as a program holds it. */
export type OpenBreakerStore = BreakerStore & BreakerAdministration & Partial<AsyncDisposable>;

/** How long a state is kept after its last change, in milliseconds: far longer than any window or cool-down. */
export const KEEP_BREAKER_MS = 86_400_000;
