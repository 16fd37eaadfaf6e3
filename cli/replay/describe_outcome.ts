/**
 * The replay of one file as text.
 *
 * @module
 */
import type { Difference } from "../../agent/replay/difference.ts";
import type { JsonValue } from "../../tools/types.ts";
import { cleanLine, cleanText } from "../text/clean_text.ts";
import { isOfTable, type ReplayOutcome } from "./replay_outcome.ts";
import type { ReplayWording } from "./replay_wording.ts";

/** As much of a value is shown, in characters. */
const VALUE_LENGTH = 240;

/** What stands before the first difference of two long texts, in characters. */
const LEAD_LENGTH = 40;

/**
 * Writes down how the replay of one file ended: a line, and each difference below it.
 *
 * @param outcome How it ended.
 * @param wording The reader's.
 * @param shown Differences of tools that were shown already; those of this file are added.
 * @returns Lines, each with its line feed.
 *
 * @example
 * ```ts
 * await program.output.write(describeOutcome(outcome, replayWording("en"), new Set()));
 * ```
 */
export function describeOutcome(outcome: ReplayOutcome, wording: ReplayWording, shown: Set<string>): string {
  const { status, file, problem } = outcome;
  const tail = status === "unreadable" ? "" : `  (${wording.counts(outcome)})`;
  const lines = [`${wording.statuses[status].padEnd(5)} ${cleanLine(file)}${tail}`];
  if (problem !== undefined) {
    lines.push(`      ${cleanText(problem[wording.language]).replaceAll("\n", " ")}`);
  }
  let repeated = 0;
  for (const difference of outcome.differences) {
    const key = JSON.stringify(difference);
    if (isOfTable(difference) && shown.has(key)) repeated++;
    else lines.push(...describeDifference(difference, wording).map((line) => `      ${line}`));
    if (isOfTable(difference)) shown.add(key);
  }
  if (repeated > 0) lines.push(`      ${wording.asAbove(repeated)}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Where something differs, what was recorded and what is so now, in three lines.
 *
 * @param difference The difference.
 * @param wording The reader's.
 *
 * @example
 * ```ts
 * describeDifference(difference, replayWording("en"))[0]; // "turn 1, call 1, kb_query: output.summary"
 * ```
 */
export function describeDifference(difference: Difference, wording: ReplayWording): string[] {
  const [recorded, now] = excerpts(textOf(difference.recorded, wording), textOf(difference.now, wording));
  const width = Math.max(wording.recorded.length, wording.now.length) + 2;
  return [
    cleanLine(wording.place(difference)),
    `  ${wording.recorded.padEnd(width)}${recorded}`,
    `  ${wording.now.padEnd(width)}${now}`,
  ];
}

function textOf(value: JsonValue | undefined, { nothing }: ReplayWording): string {
  return value === undefined ? nothing : cleanText(JSON.stringify(value));
}

/** Of two long texts that begin alike, what tells them apart. */
function excerpts(recorded: string, now: string): [string, string] {
  const [a, b] = [[...recorded], [...now]];
  const isLong = Math.max(a.length, b.length) > VALUE_LENGTH;
  const first = a.findIndex((character, at) => character !== b[at]);
  const start = isLong ? Math.max(0, (first < 0 ? a.length : first) - LEAD_LENGTH) : 0;
  const cut = (characters: readonly string[]) => {
    const part = characters.slice(start, start + VALUE_LENGTH).join("");
    return `${start > 0 ? "…" : ""}${part}${characters.length > start + VALUE_LENGTH ? "…" : ""}`;
  };
  return [cut(a), cut(b)];
}
