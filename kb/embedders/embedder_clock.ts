/** Tells the time and calls back later. */
export interface EmbedderClock {
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
