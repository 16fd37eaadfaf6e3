/**
 * Takes what a replay gave for right.
 *
 * @module
 */
import type { JsonValue } from "../../tools/types.ts";
import type { RecordedTurn, Recording } from "../recording/recording.ts";
import { compareTurns, isAccidental } from "./compare_turns.ts";
import { isMaskedForm } from "./is_masked_form.ts";
import { pairCalls } from "./pair_calls.ts";
import { typeOf } from "./compare_values.ts";
import type { Replayed } from "./replay_recording.ts";
import type { Renamings } from "./renamings.ts";
import { type Path, volatilePaths } from "./volatile_paths.ts";

/**
 * The recording with what is different now. Whatever is the same stays as it was written, and so do volatile values: a
 * change of one field is a change of one line in git.
 *
 * @param recording The recording.
 * @param replayed How its replay went. Against the tools, results change; against a model, what it chose and said.
 *
 * @example
 * ```ts
 * await Deno.writeTextFile(path, writeRecording(acceptReplay(recording, replayed)));
 * ```
 */
export function acceptReplay(recording: Recording, replayed: Replayed): Recording {
  const { subject, turns, tools, model, renamings } = replayed;
  const { volatile } = recording;
  const accept = (take: Take) =>
    recording.turns.map((turn, at): RecordedTurn => {
      const now = turns[at];
      if (!now) return turn;
      return subject === "tools" ? withResults(turn, now, take) : withChoices(turn, now, recording);
    });
  const isVolatile = volatilePaths(volatile);
  const kept = accept((recorded, now, path) => merged(recorded, now, path, isVolatile, renamings));
  // What is new may be called what something else was called when it was recorded: then all are called as they are now.
  const isSettled = compareTurns(kept, turns, { subject, volatile }).differences.length === 0;
  const accepted = isSettled ? kept : accept((_, now) => now);
  return { ...recording, ...(model !== undefined && { model }), turns: accepted, tools: [...tools] };
}

/** The value to write down for a recorded one and that of now. */
type Take = (recorded: JsonValue, now: JsonValue, path: Path) => JsonValue;

/** A model that chose the same again changes nothing, not even its words. */
function withChoices(turn: RecordedTurn, now: RecordedTurn, { volatile }: Recording): RecordedTurn {
  const { differences } = compareTurns([turn], [now], { subject: "model", volatile });
  return differences.length === 0 ? turn : { ...turn, calls: now.calls, answer: now.answer };
}

function withResults(turn: RecordedTurn, now: RecordedTurn, take: Take): RecordedTurn {
  const calls = pairCalls(turn.calls, now.calls).flatMap(({ recorded, now }) => {
    if (!now) return [];
    if (!recorded) return [now];
    // A tool that was renamed still answers to its old name.
    const call = { ...recorded, tool: now.tool, input: take(recorded.input, now.input, ["input"]) };
    return [
      isAccidental(recorded.output)
        ? call
        : { ...call, output: take(recorded.output, now.output, ["output"]) },
    ];
  });
  return { ...turn, calls };
}

function merged(
  recorded: JsonValue | undefined,
  now: JsonValue,
  path: Path,
  isVolatile: (path: Path) => boolean,
  renamings: Renamings,
): JsonValue {
  if (isVolatile(path) && recorded !== undefined && isCounterpart(recorded, now, renamings)) return recorded;
  if (typeof now === "string") {
    const isSame = typeof recorded === "string" &&
      (recorded === now || renamings.apply(recorded) === now || renamings.revert(now) === recorded ||
        isMaskedForm(recorded, now));
    return isSame ? recorded : renamings.revert(now);
  }
  if (typeof now !== "object" || now === null) return now;
  const before = Object(recorded) as Record<string, JsonValue | undefined>;
  const at = (name: string, value: JsonValue) =>
    merged(
      Object.hasOwn(before, name) ? before[name] : undefined,
      value,
      [...path, name],
      isVolatile,
      renamings,
    );
  if (Array.isArray(now)) return now.map((value, index) => at(String(index), value));
  // Fields stay where they stood.
  const names = [...Object.keys(before).filter((name) => Object.hasOwn(now, name)), ...Object.keys(now)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, at(name, now[name] ?? null)]));
}

/** What was let pass in the comparison stays; what was not must not differ again. */
function isCounterpart(recorded: JsonValue, now: JsonValue, renamings: Renamings): boolean {
  return typeof recorded === "string" && typeof now === "string"
    ? renamings.pairs(recorded, now)
    : typeOf(recorded) === typeOf(now);
}
