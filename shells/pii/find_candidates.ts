/**
 * Runs recognisers over a folded text.
 *
 * @module
 */
import { chooseCandidates, type Claim } from "./choose_candidates.ts";
import { hidePieces, hideReplaced } from "./hide_replaced.ts";
import type { Recogniser } from "./recogniser.ts";
import { TextView } from "./text_view.ts";

/** How often a text is looked through when each time something more comes to light. */
const MAX_ROUNDS = 4;

/**
 * Finds all pieces. A value that was refused because it touched or crossed another finding, as in `a@b.cn13800138000`,
 * is found once that one is hidden: masking what is masked must find nothing new. So what holds findings is looked
 * through once more.
 *
 * @param folded A folded text.
 * @param recognisers The more certain first.
 * @returns Pieces in order that do not overlap; offsets are into the folded text.
 *
 * @example
 * ```ts
 * findCandidates("mail a@b.cn", DEFAULT_RECOGNISERS)[0]?.kind; // "email"
 * ```
 */
export function findCandidates(folded: string, recognisers: readonly Recogniser[]): Claim[] {
  const found: Claim[] = [];
  let text = hideReplaced(folded);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fresh = findOnce(text, recognisers);
    if (fresh.length === 0) break;
    for (const claim of fresh) found.push(claim);
    text = hideReplaced(hidePieces(text, fresh));
  }
  return found.sort((one, other) => one.start - other.start);
}

function findOnce(text: string, recognisers: readonly Recogniser[]): Claim[] {
  const view = new TextView(text);
  const claims: Claim[] = [];
  recognisers.forEach(({ kind, find }, rank) => {
    for (const { start, end, value } of find(view)) claims.push({ kind, rank, start, end, value });
  });
  return chooseCandidates(claims);
}
