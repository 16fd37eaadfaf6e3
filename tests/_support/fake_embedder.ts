/**
 * An embedder that knows some ideas and nothing else.
 *
 * @module
 */
import type { Embedder, EmbedderIdentity, EmbedOptions } from "../../kb/embedder.ts";

/** Settings of {@linkcode FakeEmbedder}. */
export interface FakeEmbedderOptions {
  /** Each idea is a dimension; any of its words in a text turns the text's vector that way. */
  readonly ideas: readonly (readonly string[])[];
  /** Tells models apart. @default {"a"} */
  readonly hash?: string;
}

/** A text without any idea points its own way, which no idea does. */
const NOTHING = 1;

/** Embeds texts by the ideas in them, and keeps what it was asked. */
export class FakeEmbedder implements Embedder {
  readonly identity: EmbedderIdentity;
  readonly maxTokens = 510;
  /** All texts so far, in order. */
  readonly asked: string[] = [];
  /** Every call rejects with it while it is set. */
  failure: Error | undefined;
  readonly #ideas: FakeEmbedderOptions["ideas"];

  constructor({ ideas, hash = "a" }: FakeEmbedderOptions) {
    this.#ideas = ideas;
    this.identity = { name: `fake-${hash}`, hash: hash.repeat(64), dimensions: ideas.length + NOTHING };
  }

  embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    if (this.failure) return Promise.reject(this.failure);
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    this.asked.push(...texts);
    return Promise.resolve(texts.map((text) => this.#vector(text)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #vector(text: string): Float32Array {
    const counts = this.#ideas.map((words) => words.some((word) => text.includes(word)) ? 1 : 0);
    const length = Math.hypot(...counts);
    return Float32Array.from(length === 0 ? [...counts, 1] : [...counts.map((count) => count / length), 0]);
  }
}
