/**
 * A model session that answers when a test says so.
 *
 * @module
 */
import type { Backend, InferenceSession } from "../../kb/embedders/inference_session.ts";

/** Its vector for a text is (first token, 0); it answers at once unless it is held. */
export class FakeSession implements InferenceSession {
  readonly backend: Backend;
  /** The first token of every text, in the order in which they came. */
  readonly seen: number[] = [];
  /** Fails on a text that begins with this token. */
  failOn: number | undefined;
  disposed = false;
  #gate: PromiseWithResolvers<void> | undefined;
  #running = false;

  constructor(backend: Backend = "native") {
    this.backend = backend;
  }

  /** Lets nothing through until {@linkcode release}. */
  hold(): void {
    this.#gate = Promise.withResolvers();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  async run(ids: Int32Array): Promise<Float32Array> {
    if (this.#running) throw new Error("two runs at a time");
    const first = ids[0] ?? 0;
    this.seen.push(first);
    this.#running = true;
    await this.#gate?.promise;
    this.#running = false;
    if (first === this.failOn) throw new Error("the model failed");
    return Float32Array.of(first, 0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true;
    return Promise.resolve();
  }
}
