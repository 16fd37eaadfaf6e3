/** A passage must account for at least a tenth of the query's information, or it is no answer. */
const LEXICAL_FLOOR = 0.1;

/** The lowest fused score of an answer, for queries with Han characters and for others: unrelated English texts are more
 * alike to the model than unrelated Chinese ones. */
const HYBRID_FLOOR = { han: 0.41, other: 0.45 } as const;

/** So many chunks the floors above were set on. */
const REFERENCE_CHUNKS = 200;

/**
 * The best of ten times fewer unrelated chunks is so much less alike: measured on parts of CMRC 2018 and SciFact of 18 to
 * 2,079 chunks, where it was 0.02 to 0.10 (bench/kb_floor.ts).
 */
const PER_TENFOLD = 0.06;

const HAN = /\p{scx=Han}/u;

/** What is searched. */
export interface SearchedChunks {
  /** Do cosines stand in the scores? */
  readonly isHybrid: boolean;
  /** How many chunks the best one was the best of. */
  readonly chunks: number;
}

/**
 * The score below which a passage is no answer. Set so that at least 95 % of questions that have an answer keep it;
 * words alone cannot tell every unrelated question, since one that shares a word with a document passes. Among few
 * chunks the best unrelated one is less alike than among many, so that less is enough for an answer. Above the number
 * that the floors were set on they stay.
 *
 * @param query The query.
 * @param searched See {@linkcode SearchedChunks}.
 *
 * @example
 * ```ts
 * floorOf("退款期限", { isHybrid: true, chunks: 20 }); // 0.35
 * ```
 */
export function floorOf(query: string, { isHybrid, chunks }: SearchedChunks): number {
  if (!isHybrid) return LEXICAL_FLOOR;
  const floor = HAN.test(query) ? HYBRID_FLOOR.han : HYBRID_FLOOR.other;
  const tenfolds = Math.log10(REFERENCE_CHUNKS / Math.min(REFERENCE_CHUNKS, Math.max(1, chunks)));
  return floor - PER_TENFOLD * tenfolds;
}
