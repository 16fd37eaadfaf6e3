/**
 * Quantiles of any number of times in little memory.
 *
 * @module
 */

/** A quantile is off by at most this part of itself. */
export const RELATIVE_ERROR = 0.01;

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const LOG_GAMMA = Math.log(GAMMA);
/** What is shorter counts as nothing, in milliseconds. */
const SHORTEST_MS = 0.01;
/** What is longer counts as this, in milliseconds: 11 days. */
const LONGEST_MS = 1e9;

/**
 * Counts times in buckets whose bounds grow by a constant factor, at most 1,300 of them (Masson, Rim and Lee: DDSketch,
 * 2019).
 *
 * @example
 * ```ts
 * const sketch = new LatencySketch();
 * sketch.add(3);
 * sketch.quantile(0.95); // 2.98 to 3.03
 * ```
 */
export class LatencySketch {
  readonly #buckets = new Map<number, number>();
  #count = 0;

  /** Takes a time in milliseconds; a negative one, or none at all, counts as nothing. */
  add(ms: number): void {
    const bucket = ms > SHORTEST_MS ? Math.ceil(Math.log(Math.min(ms, LONGEST_MS)) / LOG_GAMMA) : -Infinity;
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
    this.#count++;
  }

  /**
   * A time that so much of all the times does not exceed.
   *
   * @param share From 0 to 1.
   * @returns Milliseconds, within {@linkcode RELATIVE_ERROR}; `undefined` when there are no times.
   */
  quantile(share: number): number | undefined {
    const rank = Math.max(1, Math.ceil(share * this.#count));
    let passed = 0;
    for (const [bucket, count] of [...this.#buckets].sort(([one], [other]) => one - other)) {
      passed += count;
      if (passed >= rank) return bucket === -Infinity ? 0 : 2 * GAMMA ** bucket / (GAMMA + 1);
    }
    return undefined;
  }
}
