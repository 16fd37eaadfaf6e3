/**
 * The boundary between a model and the shells: every call is announced, and every call is answered exactly once.
 *
 * @module
 */
import { asSchema, jsonSchema, type ToolSet } from "ai";
import type { AuditRecord } from "../../shells/audit.ts";
import type { CallFault, CallOptions, JsonValue, ToolRetry, ToolTable } from "../../tools/types.ts";
import type { AgentEvent, AgentEventOf } from "../agent_event.ts";
import type { CallRepair } from "./call_mender.ts";
import { capOutput } from "./cap_output.ts";

/** A call that has begun: what the history needs if the turn is cut off. */
export interface ObservedCall {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  /** What the model saw; `undefined` while the call runs. */
  output?: JsonValue;
}

/** Settings of {@linkcode observeTools}. */
export interface ObserveToolsOptions {
  readonly turnId: string;
  readonly emit: (event: AgentEvent) => void;
  /** Takes the audit record of a call that has just ended. */
  readonly takeRecord: (callId: string) => AuditRecord | undefined;
  /** The running number of the model's answer. */
  readonly step: () => number;
  /** Gets each call as it begins. */
  readonly onCall: (call: ObservedCall) => void;
  readonly maxOutputBytes: number;
  /** Why a call must not reach its tool; the shells answer it. @default {every call may} */
  readonly faultOf?: (callId: string) => CallFault | undefined;
  /** What had to be done to a call before it could be read. @default {nothing} */
  readonly repairOf?: (callId: string) => CallRepair | undefined;
}

/**
 * Turns a composed table into what the AI SDK takes. Schemas go to the model as they are, but inputs are not checked
 * against them here: the shells do that, and explain.
 *
 * @param table The tools with their shells; the audit shell must be outermost.
 * @param options See {@linkcode ObserveToolsOptions}.
 * @returns A tool set that emits `tool.started`, `retry`, `tool.completed` and `handoff.created`.
 *
 * @example
 * ```ts
 * streamText({ model, tools: await observeTools(table, options), messages });
 * ```
 */
export async function observeTools(table: ToolTable, options: ObserveToolsOptions): Promise<ToolSet> {
  const seen = new Map<string, number>();
  const entries = await Promise.all(
    Object.entries(table).map(async ([name, tool]) => {
      const { execute, traits: _, ...rest } = tool;
      const inputSchema = jsonSchema(await asSchema(tool.inputSchema).jsonSchema);
      if (!execute) return [name, { ...rest, inputSchema }];
      const observed = async (input: unknown, call: CallOptions) => {
        // Some models reuse an id within one answer; events and records need it to be unique.
        const uses = (seen.get(call.toolCallId) ?? 0) + 1;
        seen.set(call.toolCallId, uses);
        const callId = uses === 1 ? call.toolCallId : `${call.toolCallId}__${uses}`;
        return await runObserved(
          name,
          tool.traits.kind,
          input,
          { ...call, toolCallId: callId },
          execute,
          options,
        );
      };
      return [name, { ...rest, inputSchema, execute: observed }];
    }),
  );
  return Object.fromEntries(entries) as ToolSet;
}

async function runObserved(
  name: string,
  kind: "read" | "write",
  input: unknown,
  call: CallOptions,
  execute: NonNullable<ToolTable[string]["execute"]>,
  options: ObserveToolsOptions,
): Promise<JsonValue> {
  const { turnId, emit } = options;
  const observed: ObservedCall = { callId: call.toolCallId, tool: name, input };
  options.onCall(observed);
  const common = { turn_id: turnId, call_id: call.toolCallId, tool: name };
  emit({ type: "tool.started", ...common, kind, title: titleOf(name, input), input, step: options.step() });
  const unreadable = options.faultOf?.(call.toolCallId);
  const repair = options.repairOf?.(call.toolCallId);
  const onRetry = ({ attempt, maxAttempts, delayMs, errorType }: ToolRetry) => {
    // A write that nobody waits for any more is still heard out: its turn may be over by then.
    if (observed.output !== undefined) return;
    emit({
      type: "retry",
      turn_id: turnId,
      scope: "tool",
      call_id: call.toolCallId,
      tool: name,
      attempt,
      max_attempts: maxAttempts,
      delay_ms: delayMs,
      error: { code: errorType },
    });
  };
  const result = await execute(input, { ...call, onRetry, ...(unreadable !== undefined && { unreadable }) });
  const { output, truncated } = capOutput(result, options.maxOutputBytes);
  observed.output = output;
  emit({
    type: "tool.completed",
    ...common,
    ...completion(options.takeRecord(call.toolCallId), output),
    ...(repair && { repair }),
    output,
    truncated,
  });
  const handoff = handoffOf(output);
  if (handoff) emit({ type: "handoff.created", turn_id: turnId, ...handoff, tool: name });
  return output;
}

type Completion = Pick<
  AgentEventOf<"tool.completed">,
  "status" | "duration_ms" | "attempts" | "error" | "idempotency" | "pii" | "circuit"
>;

function completion(record: AuditRecord | undefined, output: JsonValue): Completion {
  const failure = Object(output) as Record<string, unknown>;
  return {
    status: record?.status ?? "ok",
    duration_ms: record?.latency_ms ?? 0,
    attempts: record?.attempts ?? 1,
    ...(failure.status === "error" && {
      error: {
        code: String(failure.error_type),
        message: String(failure.message),
        recoverable: failure.recoverable === true,
      },
    }),
    ...(record?.idempotency && { idempotency: record.idempotency }),
    ...(record?.pii && { pii: { masked: record.pii.masked, kinds: [...record.pii.kinds] } }),
    ...(record?.circuit && { circuit: record.circuit }),
  };
}

const TITLE_LENGTH = 60;

/** "order_query_status A-1024": the call in one line. */
function titleOf(name: string, input: unknown): string {
  const first = Object.values(Object(input) as Record<string, unknown>).find((value) =>
    typeof value === "string"
  );
  if (first === undefined) return name;
  // The cut may go through a character, and half of one is more than some readers of events can take.
  return `${name} ${String(first).replaceAll(/\s+/g, " ").slice(0, TITLE_LENGTH).toWellFormed()}`;
}

function handoffOf(output: JsonValue): { ticket_id: string; reason: string } | undefined {
  const structured = Object((Object(output) as Record<string, unknown>).structured) as Record<
    string,
    unknown
  >;
  if (structured.status !== "handed_off") return undefined;
  return { ticket_id: String(structured.ticketId), reason: String(structured.reason) };
}
