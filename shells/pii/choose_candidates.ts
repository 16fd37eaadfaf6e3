/**
 * Settles which recogniser gets a piece of text that several claim.
 *
 * @module
 */
import type { Candidate } from "./recogniser.ts";

/** A candidate and who claims it. */
export interface Claim extends Candidate {
  readonly kind: string;
  /** The recogniser's place in the list; the lower, the more certain. */
  readonly rank: number;
}

/**
 * Leaves claims that do not overlap. What contains another wins; of two that only cross, or are the same piece, the
 * more certain one.
 *
 * @param claims In any order.
 * @returns In order of the text.
 *
 * @example
 * ```ts
 * chooseCandidates([{ start: 0, end: 4, … }, { start: 1, end: 3, … }]); // the first
 * ```
 */
export function chooseCandidates(claims: readonly Claim[]): Claim[] {
  const inOrder = claims.toSorted((one, other) =>
    one.start - other.start || other.end - one.end || one.rank - other.rank
  );
  const chosen: Claim[] = [];
  for (const claim of inOrder) {
    const last = chosen.at(-1);
    if (last === undefined || claim.start >= last.end) chosen.push(claim);
    else if (claim.end > last.end && claim.rank < last.rank) chosen[chosen.length - 1] = claim;
  }
  return chosen;
}
