/**
 * The time of a recording.
 *
 * @module
 */
import { type Clock, systemClock } from "../../shells/clock.ts";

/**
 * A clock that stands still until it is set: calls see the time at which they were recorded. What must not hang is still
 * cut off after as long as ever.
 *
 * @example
 * ```ts
 * const clock = new ReplayClock(Date.parse("2026-11-30T09:00:00Z"));
 * clock.set("2026-11-30T09:00:05Z");
 * ```
 */
export class ReplayClock implements Clock {
  #now: number;
  readonly #after: Clock["after"];

  /**
   * @param now The time to begin with, in milliseconds.
   * @param timers Where real time passes. @default {systemClock}
   */
  constructor(now: number, timers: Pick<Clock, "after"> = systemClock) {
    this.#now = now;
    this.#after = timers.after;
  }

  /** Sets it, RFC 3339; without a time it stays. */
  set(time: string | undefined): void {
    if (time !== undefined) this.#now = Date.parse(time);
  }

  /** See {@linkcode Clock.now}. */
  readonly now = (): number => this.#now;

  /** See {@linkcode Clock.after}. */
  readonly after: Clock["after"] = (delayMs, callback) => this.#after(delayMs, callback);
}
