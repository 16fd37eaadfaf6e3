/**
 * How often earlier requests were made to count as new ones.
 *
 * @module
 */
import type { EpochCounter } from "../default_shells.ts";
import type { SessionLog } from "./session_file.ts";

/**
 * The epoch of one session; each new one is kept.
 *
 * @example
 * ```ts
 * await new SessionEpoch(log, 0).raise();
 * ```
 */
export class SessionEpoch implements EpochCounter {
  readonly #log: Pick<SessionLog, "keep">;
  #epoch: number;

  /**
   * @param log Keeps it.
   * @param epoch The one that the session is in.
   */
  constructor(log: Pick<SessionLog, "keep">, epoch: number) {
    this.#log = log;
    this.#epoch = epoch;
  }

  /** The running one, from 0. */
  current(): number {
    return this.#epoch;
  }

  /** Begins the next one, without waiting until it is kept. */
  start(): void {
    void this.raise();
  }

  /** Begins the next one. A disk that fails is no reason to refuse what the user wishes. */
  async raise(): Promise<void> {
    this.#epoch++;
    // Another process that continues the session must not take the new request for the old one.
    await this.#log.keep({ type: "epoch", epoch: this.#epoch }).catch(() => {});
  }

  /** Takes over the epoch of another process that has continued the session. */
  adopt(epoch: number): void {
    this.#epoch = Math.max(this.#epoch, epoch);
  }
}
