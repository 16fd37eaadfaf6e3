/**
 * Time as a service, so that no test waits for it.
 *
 * @module
 */

/** Tells the time and calls back later. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls back once.
   *
   * @param delayMs In how many milliseconds.
   * @param callback What to call.
   * @returns Takes the call back; harmless after it was made.
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
