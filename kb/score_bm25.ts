import { Bm25Scorer, type Collection, type ScoredChunk, type TermPostings } from "./bm25_scorer.ts";

/** What words alone say about chunks. */
export interface LexicalScores {
  /** The chunks that match best, best first. */
  readonly best: readonly ScoredChunk[];
  /** The score of any chunk, from 0 to 1. */
  scoreOf(chunkId: number): number;
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
 * @param allowed Which chunks may be results. @default {all}
 * @returns See {@linkcode LexicalScores}; `best` has only chunks with at least one telling term.
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
  allowed?: ReadonlySet<number>,
): LexicalScores {
  const scorer = new Bm25Scorer(collection);
  let greatest = 0;
  for (const term of terms) {
    const found = term.rows.reduce((sum, row) => sum + row.data.length / 2, 0);
    const weight = inverseFrequency(collection.chunks, Math.max(1, found));
    greatest += weight;
    scorer.add(term, weight);
  }
  const shared = (score: number) => greatest === 0 ? 0 : score / greatest;
  return {
    best: scorer.best(limit, allowed).map(({ chunkId, score }) => ({ chunkId, score: shared(score) })),
    scoreOf: (chunkId) => shared(scorer.scoreOf(chunkId)),
  };
}

function inverseFrequency(chunks: number, found: number): number {
  return Math.log(1 + (chunks - found + 0.5) / (found + 0.5));
}
