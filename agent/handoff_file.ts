/**
 * Hand-offs that the desk would not take.
 *
 * @module
 */
import { dirname } from "node:path";

/** A hand-off that somebody has to pass on. */
export interface UnsentHandoff {
  /** What the desk was given; it knows by that whether it has made the hand-off after all. */
  readonly requestId: string;
  readonly tool: string;
  readonly reason: string;
  readonly transcript: string;
}

/**
 * An append-only file of JSON lines, closed to other users.
 *
 * @example
 * ```ts
 * await new HandoffFile({ path: "/home/me/.local/state/handrail/handoffs.jsonl", now: Date.now }).append(handoff);
 * ```
 */
export class HandoffFile {
  readonly #path: string;
  readonly #now: () => number;

  /** @param options `path`: the file, made at the first hand-off; `now`: milliseconds since the epoch. */
  constructor({ path, now }: { readonly path: string; readonly now: () => number }) {
    this.#path = path;
    this.#now = now;
  }

  /**
   * Keeps a hand-off.
   *
   * @param handoff The hand-off.
   * @returns Where it is.
   * @throws {Error} What the disk says.
   */
  async append(handoff: UnsentHandoff): Promise<string> {
    await Deno.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const line = JSON.stringify({ createdAt: new Date(this.#now()).toISOString(), ...handoff });
    await Deno.writeTextFile(this.#path, `${line}\n`, { append: true, mode: 0o600 });
    return this.#path;
  }
}
