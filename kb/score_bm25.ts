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
  /** Their average length in terms. */
  readonly averageLength: number;
  /** The lengths of a block's chunks, as little-endian 16-bit numbers. */
  readonly lengthsOf: (block: number) => Uint8Array;
}

/** Saturation of term frequency and strength of length normalisation: the usual values, never tuned here. */
const K1 = 1.2;
const B = 0.75;

interface BlockScores {
  readonly scores: Float64Array;
  readonly telling: Uint8Array;
  readonly norms: Float64Array;
}

/**
 * Scores chunks by Okapi BM25, divided by the greatest score that the query could reach.
 *
 * BM25 as in S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", Foundations and
 * Trends in Information Retrieval 3 (4), 2009, with their k1 = 1.2 and b = 0.75 and Lucene's idf, which is never
 * negative: `ln(1 + (N - n + 0.5) / (n + 0.5))`. The frequency part is below 1, so dividing by the sum of the query's
 * idf gives a number from 0 to 1 that means the same for every query: the share of the query's information that the
 * chunk accounts for. A term that is nowhere counts as if it were in one chunk: absence says no more than rarity.
 *
 * @param terms The postings of each term of the query.
 * @param collection Size and lengths.
 * @param limit The greatest number of results.
 * @returns Chunks with at least one telling term, best first.
 *
 * @example
 * ```ts
 * scoreBm25([{ telling: true, rows }], { chunks: 1, averageLength: 3, lengthsOf }, 10);
 * ```
 */
export function scoreBm25(
  terms: readonly TermPostings[],
  collection: Collection,
  limit: number,
): ScoredChunk[] {
  const blocks = new Map<number, BlockScores>();
  let greatest = 0;
  for (const term of terms) {
    const found = term.rows.reduce((sum, row) => sum + row.data.length / 2, 0);
    const weight = inverseFrequency(collection.chunks, Math.max(1, found));
    greatest += weight;
    for (const row of term.rows) addRow(row, weight, term.telling, blockOf(row.block, blocks, collection));
  }
  return best(blocks, greatest, limit);
}

function inverseFrequency(chunks: number, found: number): number {
  return Math.log(1 + (chunks - found + 0.5) / (found + 0.5));
}

function blockOf(block: number, blocks: Map<number, BlockScores>, collection: Collection): BlockScores {
  let found = blocks.get(block);
  if (found === undefined) {
    found = {
      scores: new Float64Array(BLOCK_SIZE),
      telling: new Uint8Array(BLOCK_SIZE),
      norms: lengthNorms(collection.lengthsOf(block), collection.averageLength),
    };
    blocks.set(block, found);
  }
  return found;
}

function lengthNorms(lengths: Uint8Array, averageLength: number): Float64Array {
  const view = new DataView(lengths.buffer, lengths.byteOffset, lengths.byteLength);
  return Float64Array.from(
    { length: lengths.byteLength / 2 },
    (_, offset) => K1 * (1 - B + B * view.getUint16(2 * offset, true) / averageLength),
  );
}

/** The innermost loop of a search: index access without checks, because every byte below the length is there. */
function addRow(row: Posting, weight: number, telling: boolean, block: BlockScores): void {
  const { data } = row;
  const { scores, norms } = block;
  for (let at = 0; at + 1 < data.length; at += 2) {
    const offset = data[at] ?? 0;
    const frequency = data[at + 1] ?? 0;
    scores[offset] = (scores[offset] ?? 0) + weight * frequency / (frequency + (norms[offset] ?? 0));
    if (telling) block.telling[offset] = 1;
  }
}

function best(blocks: Map<number, BlockScores>, greatest: number, limit: number): ScoredChunk[] {
  const found: ScoredChunk[] = [];
  for (const [block, { scores, telling }] of blocks) {
    for (const [offset, score] of scores.entries()) {
      if (telling[offset] === 1) {
        found.push({ chunkId: block * BLOCK_SIZE + offset, score: score / greatest });
      }
    }
  }
  return found.sort((one, other) => other.score - one.score || one.chunkId - other.chunkId).slice(0, limit);
}
