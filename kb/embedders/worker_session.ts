import type { Backend, InferenceSession } from "./inference_session.ts";
import type { ModelWeights, RuntimePlace, SessionReply, SessionRequest } from "./session_messages.ts";

/** What {@linkcode openWorkerSession} starts. */
export interface WorkerSessionOptions {
  /** The runtime, for people. */
  readonly backend: Backend;
  /** The worker's source. */
  readonly source: URL;
  /** The model's file. */
  readonly model: ModelWeights;
  /** Where the runtime is, in a compiled program. */
  readonly place?: RuntimePlace | undefined;
}

/**
 * Starts a worker and has it load the model.
 *
 * @param options See {@linkcode WorkerSessionOptions}.
 * @returns The session; disposing of it frees the model's memory and ends the worker.
 * @throws {Error} when the worker cannot start or cannot load the model; its message is the bare reason.
 *
 * @example
 * ```ts
 * await using session = await openWorkerSession({ backend: "wasm", source, model });
 * ```
 */
export async function openWorkerSession(options: WorkerSessionOptions): Promise<InferenceSession> {
  const session = new WorkerSession(options);
  try {
    await session.ask({ kind: "open", model: options.model, place: options.place });
    return session;
  } catch (error) {
    session.terminate();
    throw error;
  }
}

class WorkerSession implements InferenceSession {
  readonly backend: Backend;
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<SessionReply> | undefined;
  #broken: string | undefined;

  constructor({ backend, source }: WorkerSessionOptions) {
    this.backend = backend;
    this.#worker = new Worker(source, { type: "module", name: `embedding-${backend}` });
    this.#worker.onmessage = ({ data }: MessageEvent<SessionReply>) => this.#waiting?.resolve(data);
    this.#worker.onerror = (event) => {
      // Without this the whole program would end with its worker.
      event.preventDefault();
      this.#broken = event.message;
      this.#waiting?.reject(new Error(event.message));
    };
  }

  async ask(request: SessionRequest): Promise<SessionReply & { kind: "done" }> {
    if (this.#broken !== undefined) throw new Error(this.#broken);
    if (this.#waiting) throw new Error("the session is busy");
    this.#waiting = Promise.withResolvers();
    this.#worker.postMessage(request);
    try {
      const reply = await this.#waiting.promise;
      if (reply.kind === "failed") throw new Error(reply.reason);
      return reply;
    } finally {
      this.#waiting = undefined;
    }
  }

  async run(ids: Int32Array): Promise<Float32Array> {
    const { vector } = await this.ask({ kind: "run", ids });
    if (!vector) throw new Error("the worker gives no vector");
    return vector;
  }

  terminate(): void {
    this.#worker.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The native runtime's memory is not the worker's own: terminating alone would leave it behind.
    await this.ask({ kind: "close" }).catch(() => {});
    this.terminate();
  }
}
