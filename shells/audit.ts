/**
 * Keeps one record per call.
 *
 * @module
 */
import type { CallFacts, ToolRetry } from "../tools/types.ts";
import type { Clock } from "./clock.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** How a call ended, in one word. */
export type CallStatus =
  | "ok"
  | "error"
  | "denied"
  | "cancelled"
  | "timeout"
  | "circuit_open"
  | "unknown_outcome";

/** What is known of one call once it has ended; the names are those of the call log. */
export interface AuditRecord {
  /** When the call began, RFC 3339. */
  readonly time: string;
  readonly session_id: string;
  readonly turn_id: string;
  readonly call_id: string;
  readonly tool_name: string;
  /** The input; what really ran when a person edited it. */
  readonly params: unknown;
  /** The result's `summary` or `message`, at most 200 characters. */
  readonly response_summary: string;
  readonly status: CallStatus;
  readonly error_type?: string;
  /** What came of it as the tool's own code, its result's `structured.status`: `shipped`, `not_found` and the like. */
  readonly result?: string;
  /** Milliseconds, without those that a person took to decide. */
  readonly latency_ms: number;
  /** How often this call tried to do it, with the repetitions inside the tool; 0 for a replay or a refusal. */
  readonly attempts: number;
  readonly replayed: boolean;
  readonly approval?: CallFacts["approval"];
  readonly idempotency?: CallFacts["idempotency"];
  readonly pii?: CallFacts["pii"];
  readonly circuit?: CallFacts["circuit"];
  readonly misfits?: CallFacts["misfits"];
}

/** Where records go. One that throws changes nothing of the call: it has to tell of its own failures. */
export type AuditSink = (record: AuditRecord) => void;

/** Settings of {@linkcode audit}. */
export interface AuditOptions {
  readonly sink: AuditSink;
  readonly clock: Pick<Clock, "now">;
  readonly sessionId: string;
  readonly turnId: string;
}

const SUMMARY_LENGTH = 200;
/** A code; anything else in its place may be words, and words may be about somebody. */
const RESULT_CODE = /^[a-z][a-z_]{0,39}$/;

/**
 * The outermost shell: sees every call, also those that other shells answer.
 *
 * @param options See {@linkcode AuditOptions}.
 * @returns The shell. It passes results and errors on unchanged.
 *
 * @example
 * ```ts
 * const shell = audit({ sink: (record) => records.push(record), clock: systemClock, sessionId, turnId });
 * ```
 */
export function audit(options: AuditOptions): Shell {
  const { sink, clock, sessionId, turnId } = options;
  return (tool, { name }) =>
    wrapExecute(tool, async (input, call, next) => {
      const startedAt = clock.now();
      const facts: CallFacts = {};
      let retries = 0;
      const report = (more: CallFacts) => {
        Object.assign(facts, more);
        call.report?.(more);
      };
      const onRetry = (retry: ToolRetry) => {
        retries++;
        call.onRetry?.(retry);
      };
      const record = (outcome: CallOutcome) =>
        deliver(sink, {
          time: new Date(startedAt).toISOString(),
          session_id: sessionId,
          turn_id: turnId,
          call_id: call.toolCallId,
          tool_name: name,
          params: facts.effectiveInput ?? input,
          ...outcome,
          // A clock that is set back while the call runs must not make it end before it began.
          latency_ms: Math.max(0, clock.now() - startedAt - (facts.waitedMs ?? 0)),
          attempts: (facts.attempts ?? 1) + retries,
          replayed: facts.replayed ?? false,
          ...(facts.approval && { approval: facts.approval }),
          ...(facts.idempotency && { idempotency: facts.idempotency }),
          ...(facts.pii && { pii: facts.pii }),
          ...(facts.circuit && { circuit: facts.circuit }),
          ...(facts.misfits && facts.misfits.length > 0 && { misfits: facts.misfits }),
        });
      try {
        const result = await next(input, { ...call, report, onRetry });
        record(callOutcome(result));
        return result;
      } catch (error) {
        record(outcomeOfError(error));
        throw error;
      }
    });
}

/** The call has been made: a full disk must not turn its result into an error. */
function deliver(sink: AuditSink, record: AuditRecord): void {
  try {
    sink(record);
  } catch {
    // See AuditSink.
  }
}

/** How a call ended. */
export type CallOutcome = Pick<AuditRecord, "status" | "response_summary" | "error_type" | "result">;

/**
 * How a call ended, from its result alone.
 *
 * @param result What the model saw.
 *
 * @example
 * ```ts
 * callOutcome({ status: "error", error_type: "timeout", message: "No answer." }).status; // "timeout"
 * ```
 */
export function callOutcome(result: unknown): CallOutcome {
  const fields = Object(result) as Record<string, unknown>;
  // What a foreign tool puts in their place may be no text, and may not even have one.
  const text = [fields.summary, fields.message, result].find((part) => typeof part === "string") ?? "";
  const response_summary = text.slice(0, SUMMARY_LENGTH);
  if (fields.status !== "error") {
    const { status: code } = Object(fields.structured) as { status?: unknown };
    const result = typeof code === "string" && RESULT_CODE.test(code) ? { result: code } : {};
    return { status: "ok", response_summary, ...result };
  }
  const error_type = typeof fields.error_type === "string" ? fields.error_type : "internal";
  return { status: statusOf(error_type), response_summary, error_type };
}

function outcomeOfError(error: unknown): CallOutcome {
  const type = (Object(error) as { type?: unknown }).type;
  const error_type = typeof type === "string" ? type : "internal";
  const message = error instanceof Error ? error.message : String(error);
  return { status: statusOf(error_type), response_summary: message.slice(0, SUMMARY_LENGTH), error_type };
}

const NAMED_STATUS: readonly CallStatus[] = [
  "denied",
  "cancelled",
  "timeout",
  "circuit_open",
  "unknown_outcome",
];

function statusOf(errorType: string): CallStatus {
  return NAMED_STATUS.find((status) => status === errorType) ?? "error";
}
