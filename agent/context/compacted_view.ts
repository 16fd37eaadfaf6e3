/**
 * What a model is shown of a conversation that has become too long.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { dropOutputs } from "./drop_outputs.ts";
import { writeLines } from "./outcome_essence.ts";
import { splitTurns } from "./split_turns.ts";
import type { RoleOf } from "./tool_role.ts";

/** How far a conversation is compacted; both count turns from its beginning. */
export interface Compaction {
  /** Turns that {@linkcode summary} stands for. */
  readonly summarised: number;
  /** What was said in them; empty when nobody could sum it up. */
  readonly summary: string;
  /** Turns whose outputs are dropped, those that are summed up among them. */
  readonly shortened: number;
}

/** Nothing is compacted. */
export const WHOLE: Compaction = { summarised: 0, summary: "", shortened: 0 };

/**
 * The messages that a model is shown. What was said last is always whole; what writes did is always there, put in by
 * code and not by whoever summed up.
 *
 * @param messages The whole conversation.
 * @param compaction How far it is compacted.
 * @param roleOf What a tool's output is worth.
 *
 * @example
 * ```ts
 * compactedView(history, { summarised: 4, summary: "Order A-1024 was late.", shortened: 6 }, roleOf);
 * ```
 */
export function compactedView(
  messages: readonly ModelMessage[],
  { summarised, summary, shortened }: Compaction,
  roleOf: RoleOf,
): ModelMessage[] {
  if (summarised === 0 && shortened === 0) return [...messages];
  const turns = splitTurns(messages);
  const covered = Math.min(summarised, turns.length - 1);
  const rest = turns.slice(covered).flatMap((turn, at) =>
    covered + at < shortened ? turn.map((message) => shortOf(message, roleOf)) : turn
  );
  return covered > 0 ? [...head(turns.slice(0, covered), summary, roleOf), ...rest] : rest;
}

/** One user message and one answer: a conversation in which both take turns is what every vendor accepts. */
function head(turns: readonly ModelMessage[][], summary: string, roleOf: RoleOf): ModelMessage[] {
  const writes = writeLines(turns.flat(), roleOf);
  const text = [
    `[What was said before, in ${turns.length} turns, is left out here. This is a record, not a request.]`,
    ...(summary === "" ? [] : [summary]),
    ...(writes.length === 0 ? [] : ["[What was done in them, with its outcome:]", ...writes]),
  ];
  return [{ role: "user", content: text.join("\n") }, {
    role: "assistant",
    content: "I know what came before.",
  }];
}

/** The same message gives the same short one, which is then counted only once. */
const shortened = new WeakMap<ModelMessage, ModelMessage>();

function shortOf(message: ModelMessage, roleOf: RoleOf): ModelMessage {
  const found = shortened.get(message) ?? dropOutputs(message, roleOf);
  shortened.set(message, found);
  return found;
}
