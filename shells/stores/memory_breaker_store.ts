/**
 * What this process remembers of failing tools.
 *
 * @module
 */
import { type BreakerState, CLOSED } from "../breaker_state.ts";
import type { BreakerAdministration, BreakerDecision, BreakerEntry, BreakerStore } from "./breaker_store.ts";

/**
 * The default store. One state per tool, so that it needs no limit.
 *
 * @example
 * ```ts
 * const store = new MemoryBreakerStore({ elapsed: () => performance.now() });
 * ```
 */
export class MemoryBreakerStore implements BreakerStore, BreakerAdministration {
  readonly name = "memory";
  readonly #states = new Map<string, BreakerState>();
  readonly #elapsed: () => number;

  /** @param options `elapsed`: milliseconds on a clock that is never set back or forward. */
  constructor({ elapsed }: { readonly elapsed: () => number }) {
    this.#elapsed = elapsed;
  }

  /** See {@linkcode BreakerStore.change}. */
  change<Step extends { readonly state: BreakerState }>(
    tool: string,
    decide: BreakerDecision<Step>,
  ): Promise<Step> {
    const known = this.#states.get(tool) ?? CLOSED;
    const step = decide(known, this.#elapsed());
    if (step.state === CLOSED) this.#states.delete(tool);
    else if (step.state !== known) this.#states.set(tool, step.state);
    return Promise.resolve(step);
  }

  /** See {@linkcode BreakerAdministration.list}. */
  async *list(): AsyncIterable<BreakerEntry> {
    for (const [tool, state] of [...this.#states]) yield { tool, state, now: this.#elapsed() };
  }

  /** See {@linkcode BreakerAdministration.reset}. */
  reset(tool: string): Promise<boolean> {
    return Promise.resolve(this.#states.delete(tool));
  }
}
