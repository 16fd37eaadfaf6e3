/** Chunks whose postings share a row. Offsets in a block then fit a byte. */
export const BLOCK_SIZE = 256;

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

/** A chunk's length in terms, and its place in its neighbourhood. */
export interface Extent {
  /** 0 for a number that no chunk has. */
  readonly length: number;
  /** How many chunks of the neighbourhood stand before it. */
  readonly place: number;
}

/** Bytes that a chunk's extent takes: its length in two, little-endian, and its place. */
export const EXTENT_BYTES = 3;

/** Chunks of a document that are judged together as well: a few pages. At most 256, so that a place fits a byte. */
export const NEIGHBOURHOOD_SIZE = 16;

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

/**
 * Scores chunks by Okapi BM25, divided by the greatest score that the query could reach.
 *
 * BM25 as in S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", Foundations and
 * Trends in Information Retrieval 3 (4), 2009, with their k1 = 1.2 and b = 0.75 and Lucene's idf, which is never
 * negative: `ln(1 + (N - n + 0.5) / (n + 0.5))`. The frequency part is below 1, so dividing by the sum of the query's
 * idf gives a number from 0 to 1 that means the same for every query: the share of the query's information that is
 * accounted for. A term that is nowhere counts as if it were in one chunk: absence says no more than rarity.
 *
 * Half of a score is the chunk's own, half that of its neighbourhood taken as one text, since a small chunk seldom
 * repeats what its document is about (J. P. Callan, "Passage-level evidence in document retrieval", SIGIR 1994).
 *
 * @param terms The postings of each term of the query.
 * @param collection Size and lengths.
 * @param limit The greatest number of results.
 * @returns Chunks with at least one telling term, best first.
 *
 * @example
 * ```ts
 * scoreBm25([{ telling: true, rows }], { chunks: 1, neighbourhoods: 1, tokens: 3, extentsOf }, 10);
 * ```
 */
export function scoreBm25(
  terms: readonly TermPostings[],
  collection: Collection,
  limit: number,
): ScoredChunk[] {
  const scorer = new Scorer(collection);
  let greatest = 0;
  for (const term of terms) {
    const found = term.rows.reduce((sum, row) => sum + row.data.length / 2, 0);
    const weight = inverseFrequency(collection.chunks, Math.max(1, found));
    greatest += weight;
    scorer.add(term, weight);
  }
  return scorer.best(limit).map(({ chunkId, score }) => ({ chunkId, score: score / greatest }));
}

/**
 * Reads a chunk's extent.
 *
 * @param extents A block's extents; missing ones read as 0.
 * @param offset The chunk's offset in the block.
 * @returns Its length and place.
 *
 * @example
 * ```ts
 * extentAt(Uint8Array.of(4, 1, 2), 0); // { length: 260, place: 2 }
 * ```
 */
export function extentAt(extents: Uint8Array, offset: number): Extent {
  const at = EXTENT_BYTES * offset;
  return { length: (extents[at] ?? 0) + 256 * (extents[at + 1] ?? 0), place: extents[at + 2] ?? 0 };
}

function inverseFrequency(chunks: number, found: number): number {
  return Math.log(1 + (chunks - found + 0.5) / (found + 0.5));
}

function lengthNorm(length: number, averageLength: number): number {
  return K1 * (1 - B + B * length / averageLength);
}

class Scorer {
  readonly #collection: Collection;
  readonly #blocks = new Map<number, BlockScores>();

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** Postings come in the order of their chunks, so the chunks of a neighbourhood follow each other. */
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

  best(limit: number): ScoredChunk[] {
    const found: ScoredChunk[] = [];
    for (const [block, { extents, scores, telling }] of this.#blocks) {
      for (let offset = 0; offset < BLOCK_SIZE; offset++) {
        if (telling[offset] !== 1) continue;
        const chunkId = block * BLOCK_SIZE + offset;
        const around = this.#neighbourhoodScore(chunkId - extentAt(extents, offset).place);
        const own = scores[offset] ?? 0;
        found.push({ chunkId, score: (1 - NEIGHBOURHOOD_SHARE) * own + NEIGHBOURHOOD_SHARE * around });
      }
    }
    return found.sort((one, other) => other.score - one.score || one.chunkId - other.chunkId).slice(0, limit);
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

  readonly #neighbourhoodNorms = new Map<number, number>();

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
