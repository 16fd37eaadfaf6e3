/**
 * What a session's lines tell about its turns.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { canonicalJson } from "../../shells/canonical_json.ts";
import { ASK_USER_TOOL } from "../../tools/tool_registry.ts";
import type { JsonValue } from "../../tools/types.ts";
import { rebuildHistory } from "../sessions/rebuild_history.ts";
import type { SessionRecord, TurnMark } from "../sessions/session_record.ts";
import type { RecordedCall, RecordedTurn } from "./recording.ts";

/** What the marks tell about one turn. */
interface TurnFacts {
  mark?: TurnMark;
  /** Earlier requests count as new ones from here on. */
  again: boolean;
  /** Calls that were allowed to run again. */
  readonly runAgain: Set<string>;
  /** Writes that really began. */
  readonly started: Set<string>;
}

/**
 * Takes a session apart: what was said, what the model chose, what came back, and what a person decided.
 *
 * @param records The lines of the session's file, or of one that only stands in memory.
 * @returns The turns in order. Times are there where the session has kept them.
 *
 * @example
 * ```ts
 * sessionTurns((await file.read()).records)[0].calls[0].tool; // "order_query_status"
 * ```
 */
export function sessionTurns(records: readonly SessionRecord[]): RecordedTurn[] {
  const facts = turnFacts(records);
  const turns: ModelMessage[][] = [];
  for (const message of rebuildHistory(records).messages) {
    if (message.role === "user") turns.push([message]);
    else turns.at(-1)?.push(message);
  }
  const done = new Set<string>();
  return turns.map((messages, at) => {
    const { turn, started } = turnOf(messages, facts[at]);
    return forgotWrites(turn, started, done) ? { ...turn, again: true as const } : turn;
  });
}

/**
 * Had earlier writes been forgotten when this turn began? A process that ends takes its records with it, and the next one
 * carries out what it would have known to be done.
 */
function forgotWrites(turn: RecordedTurn, started: ReadonlySet<RecordedCall>, done: Set<string>): boolean {
  if (turn.again) done.clear();
  const ran = turn.calls.filter((call) => started.has(call));
  const forgot = ran.some((call) => done.has(keyOf(call)) && !isRunAgain(call));
  if (forgot) done.clear();
  for (const call of ran) if (changedSomething(call.output)) done.add(keyOf(call));
  return forgot;
}

function keyOf({ tool, input, approval }: RecordedCall): string {
  const edited = approval?.decision === "allow" ? approval.input : undefined;
  return canonicalJson([tool, edited ?? input]);
}

function isRunAgain({ approval }: RecordedCall): boolean {
  return approval?.decision === "allow" && approval.runAgain === true;
}

function changedSomething(output: JsonValue): boolean {
  const { status, structured } = Object(output) as Record<string, unknown>;
  return status === "success" && Object(structured).applied !== false;
}

function turnFacts(records: readonly SessionRecord[]): TurnFacts[] {
  const facts: TurnFacts[] = [];
  // A new epoch belongs to the write that follows it within its turn; without one, to the next turn.
  let epochs = false;
  for (const record of records) {
    const current = facts.at(-1);
    if (record.type === "message" && record.message.role === "user") {
      facts.push({ again: epochs, runAgain: new Set(), started: new Set() });
      epochs = false;
    } else if (record.type === "epoch") epochs = true;
    else if (record.type === "turn" && current) current.mark = record;
    else if (record.type === "tool.started" && current) {
      current.started.add(record.call.toolCallId);
      if (epochs) current.runAgain.add(record.call.toolCallId);
      epochs = false;
    }
  }
  return facts;
}

function turnOf(
  [user, ...messages]: readonly ModelMessage[],
  facts: TurnFacts | undefined,
): { readonly turn: RecordedTurn; readonly started: ReadonlySet<RecordedCall> } {
  const started = new Set<RecordedCall>();
  const outputs = outputsOf(messages);
  const uses = new Map<string, number>();
  const calls: RecordedCall[] = [];
  let step = 0;
  let answer = "";
  for (const { role, content } of messages) {
    if (role !== "assistant") continue;
    step++;
    const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
    answer = parts.map((part) => part.type === "text" ? part.text : "").join("");
    for (const part of parts) {
      if (part.type !== "tool-call") continue;
      const use = (uses.get(part.toolCallId) ?? 0) + 1;
      uses.set(part.toolCallId, use);
      const id = use === 1 ? part.toolCallId : `${part.toolCallId}#${use}`;
      const output = outputs.get(part.toolCallId)?.shift() ?? null;
      const at = facts?.mark?.calls[id];
      const call: RecordedCall = {
        step,
        tool: part.toolName,
        input: (part.input ?? null) as JsonValue,
        ...(at !== undefined && { at }),
        ...peopleOf(part.toolName, output, facts?.runAgain.has(id) ?? false),
        output,
      };
      calls.push(call);
      if (facts?.started.has(id)) started.add(call);
    }
  }
  const turn = {
    user: textOf(user),
    ...(facts?.mark && { at: facts.mark.at }),
    ...(facts?.again && { again: true as const }),
    calls,
    answer,
  };
  return { turn, started };
}

/** A model may use an id twice: results come in the order of the calls. */
function outputsOf(messages: readonly ModelMessage[]): Map<string, JsonValue[]> {
  const outputs = new Map<string, JsonValue[]>();
  for (const { role, content } of messages) {
    if (role === "user" || typeof content === "string") continue;
    for (const part of content) {
      if (part.type !== "tool-result") continue;
      const value = (part.output as { value?: JsonValue }).value ?? null;
      outputs.set(part.toolCallId, [...(outputs.get(part.toolCallId) ?? []), value]);
    }
  }
  return outputs;
}

/** A result tells what a person had to do with it. */
function peopleOf(
  tool: string,
  output: JsonValue,
  runAgain: boolean,
): Pick<RecordedCall, "approval" | "reply"> {
  const { status, error_type, reason, edited_input, structured } = Object(output) as Record<string, unknown>;
  if (status === "error" && error_type === "denied") {
    return { approval: { decision: "deny", ...(typeof reason === "string" && { reason }) } };
  }
  if (runAgain || edited_input !== undefined) {
    return {
      approval: {
        decision: "allow",
        ...(edited_input !== undefined && { input: edited_input as JsonValue }),
        ...(runAgain && { runAgain: true }),
      },
    };
  }
  if (tool !== ASK_USER_TOOL) return {};
  const asked = Object(structured) as Record<string, unknown>;
  if (asked.status === "answered") return { reply: { text: String(asked.answer) } };
  return asked.status === "no_human" ? { reply: { nobody: String(asked.why) } } : {};
}

function textOf(message: ModelMessage | undefined): string {
  const content = message?.content ?? "";
  if (typeof content === "string") return content;
  return content.map((part) => part.type === "text" ? part.text : "").join("");
}
