/**
 * Makes a record of every call of a turn, whatever became of it.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import type { AuditRecord } from "../../shells/audit.ts";
import { canonicalJson } from "../../shells/canonical_json.ts";
import type { Clock } from "../../shells/clock.ts";
import type { AgentEvent, AgentEventOf } from "../agent_event.ts";
import type { CallLog, CallRecord } from "./call_record.ts";
import { estimateTextTokens } from "../estimate_text_tokens.ts";
import { NO_SUCH_TOOL } from "./invalid_call_events.ts";
import type { TurnRecords } from "../turn_records.ts";

/** Settings of {@linkcode CallRecorder}. */
export interface CallRecorderOptions {
  readonly callLog: CallLog;
  /** What the audit shell recorded; a call that never reached the shells has nothing there. */
  readonly records: Pick<TurnRecords, "of">;
  readonly clock: Pick<Clock, "now">;
  readonly sessionId: string;
  readonly turnId: string;
  readonly model: string;
  readonly profile: string;
  /** Takes out of a JSON value what no log may hold. */
  readonly mask: (value: unknown) => unknown;
}

/** Longer arguments are cut, in characters of JSON: a log is there to look things up in, not to hold documents. */
const MAX_PARAMS = 4_096;
const PREVIEW = 1_024;
const SUMMARY_LENGTH = 200;
/** A name that a model made up may be of any length. */
const MAX_NAME = 100;

/**
 * Follows the events of one turn. Calls that a shell answered are in it, and so are those that were refused before any
 * shell, and those of tools that there are not.
 *
 * @example
 * ```ts
 * const recorder = new CallRecorder(options);
 * for (const event of events) recorder.take(event);
 * ```
 */
export class CallRecorder {
  readonly #options: CallRecorderOptions;
  readonly #started = new Map<string, AgentEventOf<"tool.started"> & { readonly repeat: number }>();
  readonly #equalCalls = new Map<string, number>();
  #profile: string;

  /** @param options See {@linkcode CallRecorderOptions}. */
  constructor(options: CallRecorderOptions) {
    this.#options = options;
    this.#profile = options.profile;
  }

  /** Takes one event, before anything in it was masked. Never throws: the log must not end a turn. */
  take(event: AgentEvent): void {
    try {
      if (event.type === "worker.selected") this.#profile = event.worker;
      else if (event.type === "tool.started") this.#start(event);
      else if (event.type === "tool.completed") this.#options.callLog(this.#recordOf(event));
    } catch {
      // An input that no JSON can hold; see CallLog for what a log itself does.
    }
  }

  #start(event: AgentEventOf<"tool.started">): void {
    const call = canonicalJson([event.tool, event.input]);
    const repeat = this.#equalCalls.get(call) ?? 0;
    this.#equalCalls.set(call, repeat + 1);
    this.#started.set(event.call_id, { ...event, repeat });
  }

  #recordOf(event: AgentEventOf<"tool.completed">): CallRecord {
    const { records, model, mask } = this.#options;
    const started = this.#started.get(event.call_id);
    this.#started.delete(event.call_id);
    const audited = records.of(event.call_id) ?? this.#unaudited(event, started?.input);
    const output = JSON.stringify(event.output) ?? "";
    const { tool_name, params, approval } = audited;
    return {
      ...audited,
      tool_name: tool_name.slice(0, MAX_NAME).toWellFormed(),
      params: shortened(mask(params)),
      // Masked before it is cut: half a key is no key to whoever looks for one.
      response_summary: String(mask(summaryOf(event))).slice(0, SUMMARY_LENGTH).toWellFormed(),
      ...(approval && { approval: mask(approval) as NonNullable<CallRecord["approval"]> }),
      model,
      profile: this.#profile,
      step: started?.step ?? 0,
      ...(event.repair && { repair: event.repair }),
      ...(started && started.repeat > 0 && { repeat: started.repeat }),
      output_bytes: Buffer.byteLength(output),
      output_tokens: estimateTextTokens(output),
    };
  }

  /** What is known of a call that the audit shell never saw. */
  #unaudited(event: AgentEventOf<"tool.completed">, input: unknown): AuditRecord {
    const { sessionId, turnId, clock } = this.#options;
    const { error } = event;
    return {
      time: new Date(clock.now()).toISOString(),
      session_id: sessionId,
      turn_id: turnId,
      call_id: event.call_id,
      tool_name: event.tool,
      params: input,
      response_summary: "",
      status: event.status,
      ...(error && { error_type: error.message === NO_SUCH_TOOL ? "unknown_tool" : error.code }),
      latency_ms: event.duration_ms,
      attempts: event.attempts,
      replayed: false,
    };
  }
}

function summaryOf({ output, error }: AgentEventOf<"tool.completed">): string {
  const { summary, message } = Object(output) as Record<string, unknown>;
  const told = summary ?? message ?? (typeof output === "string" ? output : error?.message ?? "");
  // A summary that is no text, such as an object with a `toString` of its own, is no reason to lose the record.
  return typeof told === "string" ? told : JSON.stringify(told) ?? "";
}

function shortened(params: unknown): unknown {
  const text = JSON.stringify(params) ?? "null";
  if (text.length <= MAX_PARAMS) return params;
  return { truncated: true, characters: text.length, preview: text.slice(0, PREVIEW).toWellFormed() };
}
