/**
 * Runs recognisers over a folded text.
 *
 * @module
 */
import { chooseCandidates, type Claim } from "./choose_candidates.ts";
import { hidePieces, hideReplaced } from "./hide_replaced.ts";
import type { Recogniser } from "./recogniser.ts";
import { TextView } from "./text_view.ts";

/** How often a text is looked through again because a finding touched what may be another one. */
const MAX_ROUNDS = 4;

/**
 * Finds all pieces. A value that was refused because it touched another finding, as in `a@b.cn13800138000`, is found
 * once that one is hidden: masking what is masked must find nothing new.
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
  let text = hideReplaced(folded);
  let found: Claim[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fresh = findOnce(text, recognisers);
    if (fresh.length === 0) break;
    found = round === 0 ? fresh : [...found, ...fresh].sort((one, other) => one.start - other.start);
    if (!fresh.some((claim) => touchesWord(text, claim))) break;
    text = hidePieces(text, fresh);
  }
  return found;
}

function findOnce(text: string, recognisers: readonly Recogniser[]): Claim[] {
  const view = new TextView(text);
  const claims: Claim[] = [];
  recognisers.forEach(({ kind, find }, rank) => {
    for (const { start, end, value } of find(view)) claims.push({ kind, rank, start, end, value });
  });
  return chooseCandidates(claims);
}

/** Could the text right beside it be, or belong to, another value? */
function touchesWord(text: string, { start, end }: Claim): boolean {
  return BESIDE.test(text.charAt(start - 1)) || BESIDE.test(text.charAt(end));
}

const BESIDE = /^[\w.+:/@%#-]$/;
