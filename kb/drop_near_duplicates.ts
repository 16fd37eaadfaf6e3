import type { Passage } from "./passage.ts";
import { tokenize } from "./tokenize.ts";

/** Two passages that share at least this much of their terms say the same. */
const SAME = 0.85;

/**
 * Leaves out passages that repeat a better one, as copies and versions of a document do; but not those that hold a word of
 * the query which the better one lacks: of two cities with the same rules somebody may have asked for both.
 *
 * Likeness is the Jaccard index of the texts' sets of terms (P. Jaccard, 1901).
 *
 * @param passages Passages, best first; no more are taken than it needs.
 * @param limit How many are wanted.
 * @param asked The terms of the query. @default {none}
 * @returns The first of each group of near-duplicates, at most `limit`.
 *
 * @example
 * ```ts
 * dropNearDuplicates([first, copyOfFirst, second], 2); // [first, second]
 * ```
 */
export function dropNearDuplicates(
  passages: Iterable<Passage>,
  limit: number,
  asked: ReadonlySet<string> = new Set(),
): Passage[] {
  const kept: { passage: Passage; terms: Set<string>; answered: Set<string> }[] = [];
  for (const passage of passages) {
    if (kept.length === limit) break;
    const terms = new Set(tokenize(passage.text));
    const answered = asked.intersection(terms.union(new Set(tokenize(passage.title))));
    const isRepeated = kept.some((other) =>
      likeness(terms, other.terms) >= SAME && answered.isSubsetOf(other.answered)
    );
    if (!isRepeated) kept.push({ passage, terms, answered });
  }
  return kept.map(({ passage }) => passage);
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared / Math.max(1, one.size + other.size - shared);
}
