/**
 * Chance that repeats itself, so that a failure can be looked at again.
 *
 * @module
 */

/** Gives numbers from 0 to below 1. */
export type Random = () => number;

/**
 * Makes a sequence of numbers that depends on the seed alone (mulberry32).
 *
 * @param seed Any integer.
 *
 * @example
 * ```ts
 * const random = seededRandom(7);
 * random() === seededRandom(7)(); // true
 * ```
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
