import type { Embedder } from "./embedder.ts";
import type { SearchOptions } from "./index_search.ts";
import type { KnowledgeIndex } from "./knowledge_index.ts";
import type { Passage } from "./passage.ts";

/** Settings of {@linkcode HybridKnowledge}. */
export interface HybridKnowledgeOptions {
  /** Loaded at the first search that needs it. */
  readonly embedder: () => Promise<Embedder | undefined>;
  /** Is told once why meaning is not searched for. */
  readonly onLexicalOnly?: (why: string, error: unknown) => void;
}

/**
 * An index and the model that its vectors come from: finds by words and by meaning. Without a model, or without vectors, it
 * finds by words alone and says so once.
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
    const embedder = this.#index.info().model === null ? undefined : await this.#load();
    if (!embedder) return this.#index.search(query, options);
    this.#index.requireModel(embedder.identity);
    const [vector] = await embedder.embed([query]);
    return this.#index.search(query, { ...options, ...(vector && { vector }) });
  }

  async #load(): Promise<Embedder | undefined> {
    this.#embedder ??= this.#options.embedder().catch((error) => {
      this.#options.onLexicalOnly?.(error instanceof Error ? error.message : String(error), error);
      return undefined;
    });
    return await this.#embedder;
  }
}
