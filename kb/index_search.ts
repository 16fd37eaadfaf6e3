import type { DocumentFilter, DocumentStore } from "./document_store.ts";
import { dropNearDuplicates } from "./drop_near_duplicates.ts";
import { type FusedChunk, fuseScores } from "./fuse_scores.ts";
import type { LexicalIndex } from "./lexical_index.ts";
import type { Passage } from "./passage.ts";
import { queryTerms } from "./query_terms.ts";
import { floorOf } from "./score_floor.ts";
import type { VectorStore } from "./vector_store.ts";

/** How to search. */
export interface SearchOptions {
  /** The greatest number of passages. @default {5} */
  readonly limit?: number;
  /** The lowest score of an answer, from 0 to 1: without one nothing is found, beside one what reaches four fifths. @default {what {@linkcode floorOf} gives} */
  readonly floor?: number;
  /** The query as a vector; without it words alone decide. */
  readonly vector?: Float32Array;
  /** Which halves decide; `dense` and `hybrid` need a vector. @default {"hybrid" with a vector, else "lexical"} */
  readonly mode?: "lexical" | "dense" | "hybrid";
  /** Applied before the best are taken. @default {every document} */
  readonly filter?: DocumentFilter;
}

/** As many candidates of each half are looked at. */
const CANDIDATES = 100;

/** Where one passage answers, others may say the rest of it with a little less. */
const FOLLOWERS_SHARE = 0.8;

/** What is searched. */
export interface IndexParts {
  readonly store: DocumentStore;
  readonly lexical: LexicalIndex;
  /** Undefined while the index has no vectors. */
  readonly vectors: () => VectorStore | undefined;
}

/**
 * Finds passages by words, and by meaning where there are vectors: the best hundred of each half are the candidates, and
 * both halves score all of them.
 *
 * @example
 * ```ts
 * new IndexSearch(parts).find("退款期限", { vector });
 * ```
 */
export class IndexSearch {
  readonly #parts: IndexParts;

  /** @param parts See {@linkcode IndexParts}. */
  constructor(parts: IndexParts) {
    this.#parts = parts;
  }

  /**
   * Finds the passages that answer a query best.
   *
   * @param query What is looked for, in words.
   * @param options How many, how good, and where.
   * @returns Passages, best first, without near-duplicates; none when nothing reaches the floor.
   */
  find(query: string, options: SearchOptions): Passage[] {
    const { limit = 5, vector, filter, mode = "hybrid" } = options;
    // What is at hand for an answer; behind it others wait, since copies of a document drop out.
    const depth = 2 * limit + 10;
    const reach = Math.max(CANDIDATES, depth);
    const allowed = filter && this.#parts.store.chunkIdsOf(filter);
    const vectors = vector && mode !== "lexical" ? this.#parts.vectors() : undefined;
    const near = vector && vectors?.search(vector, reach, allowed);
    // Nothing is alike while nothing has a vector yet: words then go by their own scale.
    const isHybrid = near !== undefined && near.size > 0;
    const floor = options.floor ??
      floorOf(query, { isHybrid, chunks: allowed?.size ?? this.#parts.lexical.chunks });
    const found = !isHybrid || !vector || !vectors
      ? this.#findLexical(query, reach, allowed)
      : mode === "dense"
      ? [...near].map(([chunkId, cosine]) => ({ chunkId, score: cosine, lexical: 0, dense: cosine }))
      : this.#findHybrid(query, { vector, vectors, near, reach, ...(allowed && { allowed }) });
    const isAnswered = found.slice(0, depth).some(({ score }) => score >= floor);
    const passages = this.#read(found, FOLLOWERS_SHARE * floor);
    const asked = new Set(queryTerms(query).filter(({ telling }) => telling).map(({ token }) => token));
    return isAnswered ? dropNearDuplicates(passages, limit, asked) : [];
  }

  /** Only as many are read as somebody takes. */
  *#read(found: readonly FusedChunk[], lowest: number): Generator<Passage> {
    for (const { chunkId, score, lexical, dense } of found) {
      if (score < lowest) continue;
      const chunk = this.#parts.store.read(chunkId);
      if (chunk) yield { chunkId, ...chunk, score, parts: { lexical, dense: dense ?? null } };
    }
  }

  #findLexical(query: string, reach: number, allowed: ReadonlySet<number> | undefined): FusedChunk[] {
    const { best } = this.#parts.lexical.search(queryTerms(query), reach, allowed);
    return best.map(({ chunkId, score }) => ({ chunkId, score, lexical: score, dense: undefined }));
  }

  #findHybrid(
    query: string,
    { vector, vectors, near, reach, allowed }: {
      readonly vector: Float32Array;
      readonly vectors: VectorStore;
      readonly near: ReadonlyMap<number, number>;
      readonly reach: number;
      readonly allowed?: ReadonlySet<number>;
    },
  ): FusedChunk[] {
    const lexical = this.#parts.lexical.search(queryTerms(query), reach, allowed);
    const words = lexical.best.map(({ chunkId }) => chunkId);
    const dense = new Map([
      ...near,
      ...vectors.cosines(vector, words.filter((chunkId) => !near.has(chunkId))),
    ]);
    const candidates = new Set([...near.keys(), ...words]);
    const scores = new Map([...candidates].map((chunkId) => [chunkId, lexical.scoreOf(chunkId)]));
    return fuseScores(query, scores, dense, candidates);
  }
}
