/**
 * What a session did, out of its file and the call log.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { CallRecord } from "../../agent/calls/call_record.ts";
import type { SessionRecord } from "../../agent/sessions/session_record.ts";
import { callOutcome } from "../../shells/audit.ts";
import { canonicalJson } from "../../shells/canonical_json.ts";
import type { TracedCall, TracedTurn } from "./traced_turn.ts";

/** A call out of the session's file, and what its result says. */
type StoredCall =
  & Pick<TracedCall, "callId" | "tool" | "step" | "input">
  & { output?: unknown; hasOutput: boolean };

interface StoredTurn {
  request: string | undefined;
  answer: string | undefined;
  readonly calls: Map<string, StoredCall>;
  readonly times: CallTimes;
  steps: number;
}

type Records = readonly CallRecord[];

/** When the calls of one turn began, RFC 3339, by their ids; `undefined` where the session's file does not say. */
export type CallTimes = Readonly<Record<string, string>> | undefined;

/** The same call's time in both files differs by less, in milliseconds. */
const SAME_CALL_MS = 5_000;

/**
 * When the calls of each turn began, as the session's file has it.
 *
 * @param lines The file's lines.
 * @returns One for each request, in order.
 *
 * @example
 * ```ts
 * callTimes(lines.records)[0]?.call_1; // "2026-03-01T09:00:00.000Z"
 * ```
 */
export function callTimes(lines: readonly SessionRecord[]): CallTimes[] {
  const times: CallTimes[] = [];
  for (const line of lines) {
    if (line.type === "message" && line.message.role === "user") times.push(undefined);
    else if (line.type === "turn" && times.length > 0) times[times.length - 1] = line.calls;
  }
  return times;
}

/**
 * Joins both, call by call. Either may be missing: a session that was removed still has its records, and one from before
 * there was a log, or whose records are too old, still has its messages.
 *
 * @param messages The conversation as its file has it.
 * @param records The session's records, in order of the log.
 * @param times When the calls of each turn began: some models use an id again in the next turn, whose records may be
 *   all that there are.
 * @returns The turns in order.
 *
 * @example
 * ```ts
 * const turns = traceSession(stored.messages, records, callTimes(lines.records));
 * ```
 */
export function traceSession(
  messages: readonly ModelMessage[],
  records: Records,
  times: readonly CallTimes[] = [],
): TracedTurn[] {
  const stored = storedTurns(messages, times);
  const byTurn = [...Map.groupBy(records, ({ turn_id }) => turn_id).values()];
  const taken = new Set<Records>();
  const joined: Omit<TracedTurn, "number">[] = [];
  for (const turn of stored) {
    const at = byTurn.findIndex((group) => !taken.has(group) && isOf(turn, group));
    const group = byTurn[at];
    // What was recorded before and belongs to no message comes first: a turn that a kill kept out of the file.
    if (group) {
      for (
        const earlier of byTurn.slice(0, at).filter((other) => !taken.has(other) && isLost(other, stored))
      ) {
        taken.add(earlier);
        joined.push(joinTurn(undefined, earlier));
      }
      taken.add(group);
    }
    joined.push(joinTurn(turn, group ?? []));
  }
  for (const rest of byTurn) {
    if (!taken.has(rest)) joined.push(joinTurn(undefined, rest));
  }
  return joined.map((turn, at) => ({ number: at + 1, ...turn }));
}

function isLost(group: Records, stored: readonly StoredTurn[]): boolean {
  return !stored.some((turn) => isOf(turn, group));
}

function isOf({ calls, times }: StoredTurn, group: Records): boolean {
  return group.some(({ call_id, time }) => {
    if (!calls.has(call_id)) return false;
    const begun = times && Object.hasOwn(times, call_id) ? times[call_id] : undefined;
    return begun === undefined || !(Math.abs(Date.parse(begun) - Date.parse(time)) >= SAME_CALL_MS);
  });
}

function storedTurns(messages: readonly ModelMessage[], times: readonly CallTimes[]): StoredTurn[] {
  const turns: StoredTurn[] = [];
  for (const { role, content } of messages) {
    if (role === "system") continue;
    const parts =
      (typeof content === "string" ? [{ type: "text", text: content }] : content) as readonly Record<
        string,
        unknown
      >[];
    if (role === "user") {
      turns.push({
        request: textOf(parts),
        answer: undefined,
        calls: new Map(),
        times: times[turns.length],
        steps: 0,
      });
      continue;
    }
    const turn = turns.at(-1);
    if (turn) takeParts(turn, role, parts);
  }
  return turns;
}

function takeParts(
  turn: StoredTurn,
  role: "assistant" | "tool",
  parts: readonly Record<string, unknown>[],
): void {
  if (role === "assistant") {
    turn.steps++;
    turn.answer = textOf(parts) || turn.answer;
  }
  for (const { type, toolCallId, toolName, input, output } of parts) {
    const callId = String(toolCallId);
    if (type === "tool-call") {
      turn.calls.set(callId, { callId, tool: String(toolName), step: turn.steps, input, hasOutput: false });
    }
    const call = turn.calls.get(callId);
    if (type === "tool-result" && call) {
      call.output = (Object(output) as { value?: unknown }).value;
      call.hasOutput = true;
    }
  }
}

function textOf(parts: readonly Record<string, unknown>[]): string {
  return parts.filter(({ type }) => type === "text").map(({ text }) => String(text)).join("");
}

function joinTurn(turn: StoredTurn | undefined, records: Records): Omit<TracedTurn, "number"> {
  const byId = new Map(records.map((record) => [record.call_id, record]));
  const calls = [...turn?.calls.values() ?? []].map((call) => joinCall(call, byId.get(call.callId)));
  const unstored = records.filter(({ call_id }) => !turn?.calls.has(call_id)).map((record) =>
    joinCall(undefined, record)
  );
  const [first] = records;
  return {
    ...(first && { turnId: first.turn_id, time: first.time, model: first.model }),
    ...(turn?.request !== undefined && { request: turn.request }),
    ...(turn?.answer !== undefined && { answer: turn.answer }),
    calls: counted([...calls, ...unstored].sort((one, other) => one.step - other.step)),
  };
}

function joinCall(call: StoredCall | undefined, record: CallRecord | undefined): TracedCall {
  const outcome = call?.hasOutput ? callOutcome(call.output) : undefined;
  const known = record ?? outcome;
  const { error_type: errorType, result } = known ?? {};
  return {
    callId: call?.callId ?? record?.call_id ?? "",
    tool: call?.tool ?? record?.tool_name ?? "",
    step: call?.step ?? record?.step ?? 0,
    input: call ? call.input : record?.params,
    ...(known && { status: known.status, summary: known.response_summary }),
    ...(errorType !== undefined && { errorType }),
    ...(result !== undefined && { result }),
    ...(call?.hasOutput && { output: call.output }),
    ...(record && { durationMs: record.latency_ms, attempts: record.attempts }),
    replayed: record?.replayed ?? (Object(call?.output) as { replayed?: unknown }).replayed === true,
    repeat: 0,
    ...(record?.repair && { repair: record.repair }),
    ...(record?.approval && { approval: record.approval }),
    ...(record?.circuit && { circuit: record.circuit.state }),
  };
}

/** Counted here, so that a session without a log has it as well. */
function counted(calls: readonly TracedCall[]): TracedCall[] {
  const equal = new Map<string, number>();
  return calls.map((call) => {
    const key = canonicalJson([call.tool, call.input]);
    const repeat = equal.get(key) ?? 0;
    equal.set(key, repeat + 1);
    return { ...call, repeat };
  });
}
