/**
 * Decides what of a conversation a model is not shown any more.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { compactedView, type Compaction } from "./compacted_view.ts";
import { splitTurns } from "./split_turns.ts";
import type { RoleOf } from "./tool_role.ts";

/** What is planned with. */
export interface PlanOptions {
  /** Tokens that must not be exceeded. */
  readonly budget: number;
  /** Tokens to come down to, once something has to go: so that the next turn need not begin with it again. */
  readonly target: number;
  /** Tokens of what would be sent. */
  readonly estimate: (messages: readonly ModelMessage[]) => number;
  readonly roleOf: RoleOf;
  /** Stands for a summary that is yet to be made: as long as one may be. */
  readonly placeholder: string;
}

/** The outputs of so many last turns are never dropped, that of the running turn among them. */
const WHOLE_TURNS = 2;

/**
 * Drops old outputs first, the oldest turn first; only if that is not enough, turns are to be summed up, again from the
 * oldest on. The last turn stays as it is, however long.
 *
 * @param messages The whole conversation.
 * @param current How far it is compacted already; never taken back.
 * @param options See {@linkcode PlanOptions}.
 * @returns How far to compact. With more turns to sum up than before, its `summary` is the placeholder.
 *
 * @example
 * ```ts
 * planCompaction(history, WHOLE, options).summarised; // 3
 * ```
 */
export function planCompaction(
  messages: readonly ModelMessage[],
  current: Compaction,
  { budget, target, estimate, roleOf, placeholder }: PlanOptions,
): Compaction {
  const tokens = (compaction: Compaction) => estimate(compactedView(messages, compaction, roleOf));
  if (tokens(current) <= budget) return current;
  const turns = splitTurns(messages).length;
  const mostShortened = Math.max(current.shortened, turns - WHOLE_TURNS);
  const shorter = firstFit(
    current.shortened,
    mostShortened,
    target,
    (shortened) => tokens({ ...current, shortened }),
  );
  const dropped = { ...current, shortened: shorter };
  if (tokens(dropped) <= budget) return dropped;
  if (current.summarised >= turns - 1) return dropped;
  const summed = (summarised: number) => ({ summarised, summary: placeholder, shortened: mostShortened });
  return summed(
    firstFit(current.summarised + 1, turns - 1, target, (summarised) => tokens(summed(summarised))),
  );
}

/** The smallest number that fits; the largest when none does. */
function firstFit(from: number, to: number, limit: number, tokensOf: (count: number) => number): number {
  let [low, high] = [from, to];
  // What is sent shrinks with every turn that goes, so that halving finds the place.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (tokensOf(middle) <= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
