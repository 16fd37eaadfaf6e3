import { BLOCK_SIZE, EXTENT_BYTES, extentAt, NEIGHBOURHOOD_SIZE } from "./chunk_extent.ts";

/** A chunk and how well it matches. */
export interface ScoredChunk {
  /** The chunk's number. */
  readonly chunkId: number;
  /** From 0 to 1. */
  readonly score: number;
}

/** One row of postings: pairs of bytes, a chunk's offset in the block and the term's frequency there. */
export interface Posting {
  /** The block's number; its first chunk is 256 times that. */
  readonly block: number;
  /** The pairs. */
  readonly data: Uint8Array;
}

/** All the places of one term of the query. */
export interface TermPostings {
  /** Whether the term by itself makes a chunk a result. */
  readonly telling: boolean;
  /** Where it is; empty when it is nowhere. */
  readonly rows: readonly Posting[];
}

/** What scoring has to know of the whole collection. */
export interface Collection {
  /** How many chunks there are. */
  readonly chunks: number;
  /** How many neighbourhoods they form. */
  readonly neighbourhoods: number;
  /** The length of all chunks together, in terms. */
  readonly tokens: number;
  /** The size and place of a block's chunks, {@linkcode EXTENT_BYTES} each: see {@linkcode extentAt}. */
  readonly extentsOf: (block: number) => Uint8Array;
}

/** Saturation of term frequency and strength of length normalisation: the usual values, never tuned here. */
const K1 = 1.2;
const B = 0.75;

/** The neighbourhood's share of a score: a passage in the right document is worth as much as the right words in it. */
const NEIGHBOURHOOD_SHARE = 0.5;

interface BlockScores {
  readonly extents: Uint8Array;
  readonly norms: Float64Array;
  readonly scores: Float64Array;
  readonly telling: Uint8Array;
  /** Scores of the neighbourhoods that begin in this block, at the offset of their first chunk. */
  readonly neighbourhoods: Float64Array;
}

function lengthNorm(length: number, averageLength: number): number {
  return K1 * (1 - B + B * length / averageLength);
}

/**
 * Adds up BM25 term by term, for chunks and their neighbourhoods at once.
 *
 * Sums are kept in arrays by block, because a common character is in most chunks of a collection.
 *
 * @example
 * ```ts
 * const scorer = new Bm25Scorer(collection);
 * scorer.add({ telling: true, rows }, 1.5);
 * scorer.best(10);
 * ```
 */
export class Bm25Scorer {
  readonly #collection: Collection;
  readonly #blocks = new Map<number, BlockScores>();
  readonly #neighbourhoodNorms = new Map<number, number>();

  /** @param collection Size and lengths. */
  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /**
   * Adds a term. Postings come in the order of their chunks, so the chunks of a neighbourhood follow each other.
   *
   * @param term Where the term is.
   * @param weight Its idf.
   */
  add(term: TermPostings, weight: number): void {
    let first = -1;
    let together = 0;
    for (const { block, data } of term.rows) {
      const { extents, norms, scores, telling } = this.#block(block);
      for (let at = 0; at + 1 < data.length; at += 2) {
        const offset = data[at] ?? 0;
        const frequency = data[at + 1] ?? 0;
        scores[offset] = (scores[offset] ?? 0) + weight * frequency / (frequency + (norms[offset] ?? 0));
        if (term.telling) telling[offset] = 1;
        const begin = block * BLOCK_SIZE + offset - (extents[EXTENT_BYTES * offset + 2] ?? 0);
        if (begin !== first) this.#addNeighbourhood(first, together, weight);
        together = begin === first ? together + frequency : frequency;
        first = begin;
      }
    }
    this.#addNeighbourhood(first, together, weight);
  }

  /**
   * Ranks what has been added.
   *
   * @param limit The greatest number of results.
   * @param allowed Which chunks may be results. @default {all}
   * @returns Chunks with at least one telling term and the sums of their scores, best first.
   */
  best(limit: number, allowed?: ReadonlySet<number>): ScoredChunk[] {
    const found: ScoredChunk[] = [];
    for (const [block, { telling }] of [...this.#blocks]) {
      for (let offset = 0; offset < BLOCK_SIZE; offset++) {
        if (telling[offset] !== 1) continue;
        const chunkId = block * BLOCK_SIZE + offset;
        if (allowed?.has(chunkId) ?? true) found.push({ chunkId, score: this.scoreOf(chunkId) });
      }
    }
    return found.sort((one, other) => other.score - one.score || one.chunkId - other.chunkId).slice(0, limit);
  }

  /** The sum of a chunk's scores; 0 for one in which nothing was found. */
  scoreOf(chunkId: number): number {
    const { extents, scores } = this.#block(Math.floor(chunkId / BLOCK_SIZE));
    const offset = chunkId % BLOCK_SIZE;
    const around = this.#neighbourhoodScore(chunkId - extentAt(extents, offset).place);
    return (1 - NEIGHBOURHOOD_SHARE) * (scores[offset] ?? 0) + NEIGHBOURHOOD_SHARE * around;
  }

  #block(block: number): BlockScores {
    let found = this.#blocks.get(block);
    if (found === undefined) {
      const extents = this.#collection.extentsOf(block);
      const average = this.#collection.tokens / this.#collection.chunks;
      const norms = new Float64Array(BLOCK_SIZE);
      for (let offset = 0; offset < BLOCK_SIZE; offset++) {
        norms[offset] = lengthNorm(extentAt(extents, offset).length, average);
      }
      found = {
        extents,
        norms,
        scores: new Float64Array(BLOCK_SIZE),
        telling: new Uint8Array(BLOCK_SIZE),
        neighbourhoods: new Float64Array(BLOCK_SIZE),
      };
      this.#blocks.set(block, found);
    }
    return found;
  }

  #addNeighbourhood(first: number, frequency: number, weight: number): void {
    if (first < 0) return;
    const { neighbourhoods } = this.#block(Math.floor(first / BLOCK_SIZE));
    const offset = first % BLOCK_SIZE;
    const norm = this.#neighbourhoodNorm(first);
    neighbourhoods[offset] = (neighbourhoods[offset] ?? 0) + weight * frequency / (frequency + norm);
  }

  #neighbourhoodScore(first: number): number {
    return this.#block(Math.floor(first / BLOCK_SIZE)).neighbourhoods[first % BLOCK_SIZE] ?? 0;
  }

  #neighbourhoodNorm(first: number): number {
    let norm = this.#neighbourhoodNorms.get(first);
    if (norm === undefined) {
      const { tokens, neighbourhoods } = this.#collection;
      norm = lengthNorm(this.#neighbourhoodLength(first), tokens / neighbourhoods);
      this.#neighbourhoodNorms.set(first, norm);
    }
    return norm;
  }

  #neighbourhoodLength(first: number): number {
    let total = 0;
    for (let place = 0; place < NEIGHBOURHOOD_SIZE; place++) {
      const chunkId = first + place;
      const extent = extentAt(this.#block(Math.floor(chunkId / BLOCK_SIZE)).extents, chunkId % BLOCK_SIZE);
      if (extent.length === 0 || extent.place !== place) break;
      total += extent.length;
    }
    return total;
  }
}
