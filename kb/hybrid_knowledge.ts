import type { Embedder } from "./embedder.ts";
import type { SearchOptions } from "./index_search.ts";
import type { KnowledgeIndex } from "./knowledge_index.ts";
import { messageOf } from "./message_of.ts";
import type { Passage } from "./passage.ts";

/** Settings of {@linkcode HybridKnowledge}. */
export interface HybridKnowledgeOptions {
  /** Loaded at the first search that needs it. */
  readonly embedder: () => Promise<Embedder | undefined>;
  /** Is told once why meaning is not searched for. */
  readonly onLexicalOnly?: (why: string, error: unknown) => void;
}

/**
 * An index and the model that its vectors come from: finds by words and by meaning. Without a model, without vectors, and
 * while the model gives no answer, it finds by words alone and says so once.
 *
 * @example
 * ```ts
 * const knowledge = new HybridKnowledge(index, { embedder: () => loadEmbedder() });
 * await knowledge.search("出差能住多贵的酒店");
 * ```
 */
export class HybridKnowledge {
  readonly #index: KnowledgeIndex;
  readonly #options: HybridKnowledgeOptions;
  #embedder: Promise<Embedder | undefined> | undefined;
  #isTold = false;

  /**
   * @param index The index.
   * @param options See {@linkcode HybridKnowledgeOptions}.
   */
  constructor(index: KnowledgeIndex, options: HybridKnowledgeOptions) {
    this.#index = index;
    this.#options = options;
  }

  /** The index itself. */
  get index(): KnowledgeIndex {
    return this.#index;
  }

  /**
   * Finds the passages that answer a query best.
   *
   * @param query What is looked for.
   * @param options How many, how good, and where.
   * @throws {ModelMismatchError} when the index holds vectors of another model.
   */
  async search(query: string, options: Omit<SearchOptions, "vector"> = {}): Promise<Passage[]> {
    const vector = await this.#vectorOf(query);
    return this.#index.search(query, { ...options, ...(vector && { vector }) });
  }

  /** Undefined where only words can be searched. */
  async #vectorOf(query: string): Promise<Float32Array | undefined> {
    const embedder = this.#index.info().model === null ? undefined : await this.#load();
    if (!embedder) return undefined;
    this.#index.requireModel(embedder.identity);
    try {
      return (await embedder.embed([query]))[0];
    } catch (error) {
      // A runtime that cannot load, or a server that is away: the next search asks again.
      this.#tell(error);
      return undefined;
    }
  }

  async #load(): Promise<Embedder | undefined> {
    this.#embedder ??= this.#options.embedder().catch((error) => {
      this.#tell(error);
      return undefined;
    });
    return await this.#embedder;
  }

  #tell(error: unknown): void {
    if (!this.#isTold) this.#options.onLexicalOnly?.(messageOf(error), error);
    this.#isTold = true;
  }
}
