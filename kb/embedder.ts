/** What a set of vectors comes from. Two sets can be compared only when all three are equal. */
export interface EmbedderIdentity {
  /** The model's name, for people. */
  readonly name: string;
  /** A hash of everything that decides about a vector: the model's files, or a remote model's address. */
  readonly hash: string;
  /** Numbers in one vector. */
  readonly dimensions: number;
}

/** How to embed. */
export interface EmbedOptions {
  /** Stops before the next text, or the next batch of them. */
  readonly signal?: AbortSignal;
  /** Told how many of the texts are done, each time that more are. */
  readonly onProgress?: (done: number) => void;
}

/**
 * What turns texts into vectors whose dot product says how alike the texts are.
 *
 * @example
 * ```ts
 * await using embedder: Embedder = …;
 * const [vector] = await embedder.embed(["怎么退款？"]); // Float32Array of embedder.identity.dimensions
 * ```
 */
export interface Embedder extends AsyncDisposable {
  /** What the vectors come from. */
  readonly identity: EmbedderIdentity;
  /** Tokens of a text by the model's own tokenizer, its two special ones not counted; absent where nobody can say. */
  readonly countTokens?: (text: string) => number;
  /** The longest text that is embedded whole, in tokens as {@linkcode countTokens} counts them; the rest is cut off. */
  readonly maxTokens: number;
  /**
   * Embeds texts.
   *
   * @param texts The texts, as they are: no model behind this port wants a prefix.
   * @param options See {@linkcode EmbedOptions}.
   * @returns One vector of length 1 per text, in order.
   * @throws {Error} when the model cannot answer, or the signal is aborted.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
}
