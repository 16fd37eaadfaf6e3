import type { ScoredChunk } from "./bm25_scorer.ts";

/** What is known of a candidate from both halves of a search. */
export interface FusedChunk extends ScoredChunk {
  /** BM25 over the greatest that the query could reach, from 0 to 1. */
  readonly lexical: number;
  /** The cosine of query and chunk; undefined while the chunk has no vector. */
  readonly dense: number | undefined;
}

/**
 * How much words count beside meaning. A score by words of this index is half a chunk's own and half its neighbourhood's,
 * and seldom above a half; a model for Chinese knows Chinese better than anything else.
 */
const WEIGHT = { han: 1.5, other: 6 } as const;

const HAN = /\p{scx=Han}/u;

/**
 * Fuses both halves on an absolute scale: `(cosine + λ · BM25 / Σidf) / (1 + λ)`, λ = 1.5 for queries with Han characters
 * and 6 for others. Ranks are not used: they would throw away how good the best is, which the floor needs.
 *
 * @param query The query, for λ.
 * @param lexical Scores by words; a chunk that is absent has none.
 * @param dense Cosines; a chunk that is absent has no vector, and counts as the least alike of the others.
 * @param candidates The chunks to score.
 * @param weight λ. @default {by the query's script}
 * @returns The candidates, best first; equal ones in order of their numbers.
 *
 * @example
 * ```ts
 * fuseScores("退款", new Map([[1, 0.6]]), new Map([[1, 0.9]]), [1]); // score (0.9 + 1.5 · 0.6) / 2.5 = 0.72
 * ```
 */
export function fuseScores(
  query: string,
  lexical: ReadonlyMap<number, number>,
  dense: ReadonlyMap<number, number>,
  candidates: Iterable<number>,
  weight: number = HAN.test(query) ? WEIGHT.han : WEIGHT.other,
): FusedChunk[] {
  const least = Math.min(1, ...dense.values());
  return [...candidates].map((chunkId): FusedChunk => {
    const words = lexical.get(chunkId) ?? 0;
    const cosine = dense.get(chunkId);
    return {
      chunkId,
      lexical: words,
      dense: cosine,
      score: ((cosine ?? least) + weight * words) / (1 + weight),
    };
  }).sort((one, other) => other.score - one.score || one.chunkId - other.chunkId);
}
