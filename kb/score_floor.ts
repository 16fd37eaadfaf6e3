/** A passage must account for at least a tenth of the query's information, or it is no answer. */
const LEXICAL_FLOOR = 0.1;

/** The lowest fused score of an answer, for queries with Han characters and for others: unrelated English texts are more
 * alike to the model than unrelated Chinese ones. */
const HYBRID_FLOOR = { han: 0.41, other: 0.45 } as const;

const HAN = /\p{scx=Han}/u;

/**
 * The score below which a passage is no answer. Set so that at least 95 % of questions that have an answer keep it;
 * words alone cannot tell every unrelated question, since one that shares a word with a document passes.
 *
 * @param query The query.
 * @param isHybrid Do cosines stand in the scores?
 *
 * @example
 * ```ts
 * floorOf("refund deadline", false); // 0.1
 * ```
 */
export function floorOf(query: string, isHybrid: boolean): number {
  if (!isHybrid) return LEXICAL_FLOOR;
  return HAN.test(query) ? HYBRID_FLOOR.han : HYBRID_FLOOR.other;
}
