/**
 * Things that were counted, with the calls that show them.
 *
 * @module
 */

/** So many calls are named for each thing. */
const MOST_CALLS = 6;
/** More different things than this are not told apart: names and fields may come from a model. */
const MOST_KEYS = 10_000;

/** How often something was seen, and where last. */
export interface Evidence {
  readonly count: number;
  /** The ids of the last calls, the earliest first; at most six. */
  readonly calls: readonly string[];
}

/**
 * Counts things by name.
 *
 * @example
 * ```ts
 * const fields = new EvidenceCounter();
 * fields.add("orderId", "call_1");
 * fields.get("orderId"); // { count: 1, calls: ["call_1"] }
 * ```
 */
export class EvidenceCounter {
  readonly #seen = new Map<string, { count: number; calls: string[] }>();

  /** Counts one, which these calls show. */
  add(key: string, ...calls: readonly string[]): void {
    let found = this.#seen.get(key);
    if (!found) {
      if (this.#seen.size >= MOST_KEYS) return;
      this.#seen.set(key, found = { count: 0, calls: [] });
    }
    found.count++;
    found.calls.push(...calls);
    if (found.calls.length > MOST_CALLS) found.calls.splice(0, found.calls.length - MOST_CALLS);
  }

  /** What was counted under a name. */
  get(key: string): Evidence {
    return this.#seen.get(key) ?? { count: 0, calls: [] };
  }

  /** All of it, in order of appearance. */
  entries(): [string, Evidence][] {
    return [...this.#seen];
  }
}
