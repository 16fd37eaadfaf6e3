/**
 * Lets a few in at a time.
 *
 * @module
 */

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * A number of slots and a queue in front of them, first come, first served.
 *
 * @example
 * ```ts
 * const slots = new CallSlots(4);
 * const leave = await slots.enter(signal);
 * try { await work(); } finally { leave(); }
 * ```
 */
export class CallSlots {
  readonly #waiting = new Set<Waiter>();
  #free: number;

  /** @param count How many may be in at a time. */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a slot.
   *
   * @param signal Aborted when the caller gives up waiting.
   * @returns Frees the slot; harmless when called again.
   * @throws The signal's reason, or what {@linkcode CallSlots.refuseWaiting} was given.
   */
  enter(signal: AbortSignal | undefined): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(this.#leave());
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const done = () => {
      this.#waiting.delete(waiter);
      signal?.removeEventListener("abort", giveUp);
    };
    const waiter: Waiter = {
      enter: () => {
        done();
        resolve(this.#leave());
      },
      refuse: (error) => {
        done();
        reject(error);
      },
    };
    const giveUp = () => waiter.refuse(signal?.reason);
    this.#waiting.add(waiter);
    signal?.addEventListener("abort", giveUp);
    return promise;
  }

  /** Sends away everybody who waits, in order. */
  refuseWaiting(error: () => unknown): void {
    for (const waiter of [...this.#waiting]) waiter.refuse(error());
  }

  #leave(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = this.#waiting;
      // The slot passes on without being free in between, so that nobody who comes later gets it.
      if (next) next.enter();
      else this.#free++;
    };
  }
}
