import { BilingualError } from "../bilingual_error.ts";
import type { InferenceSession } from "./inference_session.ts";

/**
 * Sessions that are opened as they are needed, each used by one at a time.
 *
 * @example
 * ```ts
 * await using pool = new SessionPool(open, 2);
 * const vector = await pool.use((session) => session.run(ids));
 * ```
 */
export class SessionPool implements AsyncDisposable {
  /** The greatest number of sessions. */
  readonly size: number;
  readonly #open: () => Promise<InferenceSession>;
  readonly #free: InferenceSession[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #closed = false;

  /**
   * @param open Opens a session.
   * @param size The greatest number of sessions, 1 or more.
   */
  constructor(open: () => Promise<InferenceSession>, size: number) {
    this.#open = open;
    this.size = size;
  }

  /**
   * Uses a session, waiting for one if all are taken; who waits longest is next.
   *
   * @param action What to do with it. A session on which it fails is not used again.
   * @throws {Error} when no session can be opened, or the pool is closed.
   */
  async use<Result>(action: (session: InferenceSession) => Promise<Result>): Promise<Result> {
    while (this.#taken >= this.size && !this.#closed) await this.#turn();
    if (this.#closed) {
      throw new BilingualError({
        en: "Cannot embed: the embedder is closed. Open another one",
        zh: "无法向量化：模型已关闭。请重新打开",
      });
    }
    this.#taken++;
    let session = this.#free.pop();
    try {
      session ??= await this.#open();
      const result = await action(session);
      this.#free.push(session);
      session = undefined;
      return result;
    } finally {
      this.#taken--;
      this.#wake(this.#closed ? Infinity : 1);
      await session?.[Symbol.asyncDispose]();
    }
  }

  /** Waits for what is running, and closes every session. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    // Whoever still waits for a session is told that there will be none.
    this.#wake(Infinity);
    while (this.#taken > 0) await this.#turn();
    await Promise.all(this.#free.splice(0).map((session) => session[Symbol.asyncDispose]()));
  }

  #wake(count: number): void {
    for (const wake of this.#waiting.splice(0, count)) wake();
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
