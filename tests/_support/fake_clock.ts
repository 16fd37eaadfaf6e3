/**
 * A clock that moves only when a test says so.
 *
 * @module
 */
import type { Clock } from "../../shells/clock.ts";

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/** Starts at 2026-03-01T09:00:00.000Z unless told otherwise. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(startAt = Date.parse("2026-03-01T09:00:00.000Z")) {
    this.#now = startAt;
  }

  /** Callbacks that are still due. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { dueAt: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Moves on by so many milliseconds, calling back what falls due, each at its time. */
  advance(ms: number): void {
    const target = this.#now + ms;
    for (let next = this.#nextBy(target); next; next = this.#nextBy(target)) {
      this.#timers.delete(next);
      this.#now = next.dueAt;
      next.callback();
    }
    this.#now = target;
  }

  #nextBy(target: number): Timer | undefined {
    return [...this.#timers].filter(({ dueAt }) => dueAt <= target).sort((a, b) => a.dueAt - b.dueAt)[0];
  }
}
