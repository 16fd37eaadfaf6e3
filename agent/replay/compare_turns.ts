/**
 * Compares what was called, and what came back.
 *
 * @module
 */
import type { JsonObject, JsonValue } from "../../tools/types.ts";
import type { RecordedCall, RecordedTurn } from "../recording/recording.ts";
import { compareValues } from "./compare_values.ts";
import type { Difference } from "./difference.ts";
import { pairCalls, type PairedCalls } from "./pair_calls.ts";
import { Renamings } from "./renamings.ts";
import { volatilePaths } from "./volatile_paths.ts";

/** What is compared: `tools`: the calls and what came back; `model`: the calls alone. */
export type ReplaySubject = "tools" | "model";

/** How a replay went. */
export interface ComparedTurns {
  readonly differences: Difference[];
  /** Calls whose recorded result was an accident of its day, and says nothing about today's tools. */
  readonly skipped: number;
  /** What volatile texts are called now. */
  readonly renamings: Renamings;
}

/** A back end that was late, a line that was down: no replay meets them again. */
const ACCIDENTS: readonly unknown[] = [
  "timeout",
  "network",
  "rate_limited",
  "unavailable",
  "circuit_open",
  "in_progress",
  "unknown_outcome",
  "cancelled",
];

/**
 * Compares turns one by one, call by call, field by field.
 *
 * @param recorded The recorded turns.
 * @param now The same turns of now.
 * @param options `subject`; `volatile`: see {@linkcode volatilePaths}.
 *
 * @example
 * ```ts
 * compareTurns(recording.turns, turns, { subject: "tools", volatile: recording.volatile }).differences;
 * ```
 */
export function compareTurns(
  recorded: readonly RecordedTurn[],
  now: readonly RecordedTurn[],
  { subject, volatile }: { readonly subject: ReplaySubject; readonly volatile: readonly string[] },
): ComparedTurns {
  const isVolatile = volatilePaths(volatile);
  const renamings = new Renamings();
  const differences: Difference[] = [];
  let skipped = 0;
  for (const [at, turn] of recorded.entries()) {
    for (const [place, pair] of pairCalls(turn.calls, now[at]?.calls ?? []).entries()) {
      const isAccident = subject === "tools" && pair.recorded !== undefined &&
        isAccidental(pair.recorded.output);
      if (isAccident) skipped++;
      const common = { turn: at + 1, call: place + 1, tool: (pair.recorded ?? pair.now)?.tool ?? "" };
      const whole = comparePresence(pair);
      if (whole) {
        differences.push({ ...common, ...whole });
        continue;
      }
      const fields = compareValues(
        sides(pair.recorded, subject, isAccident),
        sides(pair.now, subject, isAccident),
        {
          isVolatile,
          renamings,
        },
      );
      differences.push(...fields.map(({ path, ...values }) => ({
        kind: path[0] === "output" ? "output" as const : "input" as const,
        ...common,
        path: path.join("."),
        ...values,
      })));
    }
  }
  return { differences, skipped, renamings };
}

/**
 * Did this call end in something that depends on the day?
 *
 * @param output What the model saw.
 *
 * @example
 * ```ts
 * isAccidental({ status: "error", error_type: "timeout" }); // true
 * ```
 */
export function isAccidental(output: JsonValue): boolean {
  const { status, error_type } = Object(output) as Record<string, unknown>;
  return status === "error" && ACCIDENTS.includes(error_type);
}

function comparePresence(
  { recorded, now }: PairedCalls,
): Pick<Difference, "kind" | "path" | "recorded" | "now"> | undefined {
  if (recorded && now) {
    return recorded.tool === now.tool
      ? undefined
      : { kind: "call", path: "tool", recorded: recorded.tool, now: now.tool };
  }
  return {
    kind: "call",
    path: "call",
    ...(recorded && { recorded: choiceOf(recorded) }),
    ...(now && { now: choiceOf(now) }),
  };
}

function choiceOf({ tool, input }: RecordedCall): JsonValue {
  return { tool, input };
}

function sides(call: RecordedCall | undefined, subject: ReplaySubject, isAccident: boolean): JsonObject {
  if (!call) return {};
  const { input, output } = call;
  return subject === "tools" && !isAccident ? { input, output } : { input };
}
