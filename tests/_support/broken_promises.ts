/**
 * What the events of a JSON session owe to whoever reads them.
 *
 * @module
 */
import { ENVELOPE, JSON_EVENTS } from "../../cli/json/session_event.ts";
import type { ProcessEnd, WireEvent } from "./handrail_process.ts";

const EVENTS = new Map(
  Object.entries(JSON_EVENTS).map(([type, event]) => [
    type,
    event.extend(ENVELOPE.shape).strict(),
  ]),
);
/** Events that may come between turns. */
const BETWEEN_TURNS = new Set(["session.started", "response", "warning", "heartbeat", "session.ended"]);
const ASKED = new Set(["approval.requested", "question.asked"]);
const SETTLED = new Set(["approval.resolved", "question.answered"]);

/**
 * Lists what is wrong with all that a session wrote: lines that are no events, gaps, turns that overlap or stay open,
 * questions that nobody settled, calls without an end, an exit code that is another than the one that was told.
 *
 * @param end How the program ended.
 * @returns Nothing when all is well.
 *
 * @example
 * ```ts
 * assertEquals(brokenPromises(await program.end()), []);
 * ```
 */
export function brokenPromises({ stdout, stderr, code }: ProcessEnd): string[] {
  const lines = stdout.split("\n");
  const broken = [...(stderr === "" ? [] : [`standard error: ${stderr}`])];
  if (lines.pop() !== "") broken.push("the last line has no end");
  const events = lines.map((line) => JSON.parse(line) as WireEvent);
  broken.push(...events.flatMap((event, at) => faultOf(event, at)));
  const last = events.at(-1);
  if (last?.type !== "session.ended" || last.exit_code !== code) {
    broken.push(`ended with ${code}, and told ${JSON.stringify(last)}`);
  }
  const answered = events.filter(({ type }) => type === "response").map(({ id }) => id);
  broken.push(...repeated(answered).map((id) => `answered twice: ${id}`));
  return [...broken, ...brokenTurns(events.filter(({ replay }) => replay !== true))];
}

function faultOf(event: WireEvent, at: number): string[] {
  const read = EVENTS.get(event.type)?.safeParse(event);
  return [
    ...(event.seq === at ? [] : [`line ${at} is counted as ${event.seq}`]),
    ...(read?.success ? [] : [`${JSON.stringify(event)}: ${read?.error.message ?? "no such event"}`]),
  ];
}

function brokenTurns(events: readonly WireEvent[]): string[] {
  const broken: string[] = [];
  const asked = new Set<unknown>();
  const running = new Set<unknown>();
  let turn: unknown;
  for (const { type, turn_id, call_id, request_id } of events) {
    if (type === "turn.started") {
      if (turn !== undefined) broken.push(`${turn_id} began within ${turn}`);
      turn = turn_id;
    } else if (!BETWEEN_TURNS.has(type) && turn_id !== turn) broken.push(`${type} outside of its turn`);
    if (ASKED.has(type)) asked.add(request_id);
    if (SETTLED.has(type) && !asked.delete(request_id)) {
      broken.push(`settled without a question: ${request_id}`);
    }
    if (type === "tool.started") running.add(call_id);
    if (type === "tool.completed" && !running.delete(call_id)) {
      broken.push(`ended without a start: ${call_id}`);
    }
    if (type !== "turn.completed") continue;
    broken.push(...[...asked].map((id) => `never settled: ${id}`));
    broken.push(...[...running].map((id) => `never ended: ${id}`));
    asked.clear();
    running.clear();
    turn = undefined;
  }
  return turn === undefined ? broken : [...broken, `${turn} was left open`];
}

/** The values that are there more than once. */
export function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}
