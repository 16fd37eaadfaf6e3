import type { Embedder, EmbedderIdentity, EmbedOptions } from "../embedder.ts";
import { normalise } from "../vectors/normalise.ts";
import type { InferenceSession } from "./inference_session.ts";
import { SessionPool } from "./session_pool.ts";
import type { TextTokenizer } from "./text_tokenizer.ts";

/** Fewer texts than this are not worth the time and memory of another session. */
const TEXTS_PER_SESSION = 8;

/** What a {@linkcode LocalEmbedder} is made of. */
export interface LocalEmbedderOptions {
  readonly identity: EmbedderIdentity;
  readonly tokenizer: TextTokenizer;
  /** The longest text that is embedded whole, in tokens. */
  readonly maxTokens: number;
  /** Opens a session of the model. */
  readonly open: () => Promise<InferenceSession>;
  /** The greatest number of sessions at a time; each takes one core and about 100 MB. */
  readonly sessions: number;
}

/**
 * Embeds texts with a model on this machine.
 *
 * Each text is run alone, so its vector is the same whatever else is embedded with it, and memory is bounded by the
 * longest text and not by their number. Sessions work beside each other, off the thread that calls.
 *
 * @example
 * ```ts
 * await using embedder = new LocalEmbedder({ identity, tokenizer, maxTokens: 510, open, sessions: 2 });
 * const [vector] = await embedder.embed(["怎么退款？"]);
 * ```
 */
export class LocalEmbedder implements Embedder {
  readonly identity: EmbedderIdentity;
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
  readonly #tokenizer: TextTokenizer;
  readonly #pool: SessionPool;

  /** @param options See {@linkcode LocalEmbedderOptions}. */
  constructor(options: LocalEmbedderOptions) {
    this.identity = options.identity;
    this.maxTokens = options.maxTokens;
    this.#tokenizer = options.tokenizer;
    this.countTokens = (text) => this.#tokenizer.count(text);
    this.#pool = new SessionPool(options.open, options.sessions);
  }

  /** See {@linkcode Embedder.embed}. */
  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    const { signal, onProgress } = options;
    const vectors: Float32Array[] = [];
    const queue = texts.entries();
    let [done, failed] = [0, false];
    const lane = async () => {
      for (const [at, text] of queue) {
        if (failed) return;
        signal?.throwIfAborted();
        const ids = this.#tokenizer.encode(text);
        vectors[at] = normalise(await this.#pool.use((session) => session.run(ids)));
        onProgress?.(++done);
      }
    };
    const lanes = Math.min(this.#pool.size, Math.ceil(texts.length / TEXTS_PER_SESSION));
    // All lanes are waited for, also when one fails: nothing runs on behind the caller's back.
    const ends = await Promise.allSettled(
      Array.from({ length: lanes }, () => lane().catch((error) => (failed = true, Promise.reject(error)))),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return vectors;
  }

  /** Waits for texts that are on their way, and frees the model. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}
