import type { ScoredChunk } from "./bm25_scorer.ts";

/** What is known of a candidate from both halves of a search. */
export interface FusedChunk extends ScoredChunk {
  /** BM25 over the greatest that the query could reach, from 0 to 1. */
  readonly lexical: number;
  /** The cosine of query and chunk; undefined while the chunk has no vector. */
  readonly dense: number | undefined;
}

/**
 * How much words count beside meaning in the order. A score by words of this index is half a chunk's own and half its
 * neighbourhood's, and seldom above a half; a model for Chinese knows Chinese better than anything else.
 */
const ORDER_WEIGHT = { han: 1.5, other: 4 } as const;

/** How much they count in the score: what tells an answer from nothing of the kind is meaning first. */
const SCORE_WEIGHT = 0.5;

const HAN = /\p{scx=Han}/u;

/**
 * Fuses both halves on an absolute scale, `(cosine + λ · BM25 / Σidf) / (1 + λ)`. Ranks are not used: they would throw away
 * how good the best is. The order is by λ = 1.5 for queries with Han characters and 4 for others, which finds most; the
 * score is by λ = 0.5, which tells best whether there is an answer at all, and is comparable between queries.
 *
 * @param query The query.
 * @param lexical Scores by words; a chunk that is absent has none.
 * @param dense Cosines; a chunk that is absent has no vector, and counts as the least alike of the others.
 * @param candidates The chunks to score.
 * @returns The candidates, best first; equal ones in order of their numbers.
 *
 * @example
 * ```ts
 * fuseScores("退款", new Map([[1, 0.6]]), new Map([[1, 0.9]]), [1]); // score (0.9 + 0.5 · 0.6) / 1.5 = 0.8
 * ```
 */
export function fuseScores(
  query: string,
  lexical: ReadonlyMap<number, number>,
  dense: ReadonlyMap<number, number>,
  candidates: Iterable<number>,
): FusedChunk[] {
  const orderWeight = HAN.test(query) ? ORDER_WEIGHT.han : ORDER_WEIGHT.other;
  const least = Math.min(1, ...dense.values());
  return [...candidates].map((chunkId) => {
    const words = lexical.get(chunkId) ?? 0;
    const cosine = dense.get(chunkId);
    const fused = (weight: number) => ((cosine ?? least) + weight * words) / (1 + weight);
    const chunk: FusedChunk = { chunkId, lexical: words, dense: cosine, score: fused(SCORE_WEIGHT) };
    return { chunk, place: fused(orderWeight) };
  }).sort((one, other) => other.place - one.place || one.chunk.chunkId - other.chunk.chunkId)
    .map(({ chunk }) => chunk);
}
