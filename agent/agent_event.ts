/**
 * What happens during a turn, as one tagged union that every front end renders. The shapes are the wire format of
 * JSON mode (protocol 1) without its envelope; the zod definitions below are what `handrail schema` prints.
 *
 * @module
 */
import * as z from "zod";

const turnId = z.string().describe("The turn this belongs to");
const callId = z.string().describe("The tool call this belongs to; unique within the turn");
const requestId = z.string().describe("Names the question; an answer must carry it");

const tokens = z.object({
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  total_tokens: z.int().nullable(),
  cache_read_tokens: z.int().nullable().describe("Of the input: read from the vendor's cache"),
  cache_write_tokens: z.int().nullable().describe("Of the input: put into the vendor's cache"),
  reasoning_tokens: z.int().nullable().describe("Of the output: thoughts"),
}).describe("Tokens as the model reported them; null where it did not");

const errorCode = z.enum([
  "auth",
  "rate_limited",
  "quota",
  "context_overflow",
  "bad_request",
  "model_unavailable",
  "stream_disconnected",
  "network",
  "tls",
  "proxy",
  "circuit_open",
  "tool_failed",
  "denied",
  "limit",
  "timeout",
  "parse_error",
  "unknown_command",
  "line_too_long",
  "busy",
  "not_found",
  "internal",
]);

const errorFields = z.object({
  code: errorCode,
  message: z.string(),
  hint: z.string().optional(),
  retryable: z.boolean(),
  http_status: z.int().optional(),
  retry_after_ms: z.number().optional().describe("So long the server asks to wait"),
});

/** Why something failed, as a code, a sentence and what to do next. */
export type ErrorFields = z.infer<typeof errorFields>;

const contextChange = z.object({
  outputs_dropped: z.int().describe("Outputs of tools that gave way to a note"),
  turns_summarised: z.int().describe("Turns, from the beginning, that a summary stands for now"),
  turns_dropped: z.int().describe("Turns that went without a summary: only what their writes did is kept"),
  tokens_before: z.int().describe("Estimated"),
  tokens_after: z.int().describe("Estimated"),
});

/** What a model is not shown any more of a conversation. */
export type ContextChange = z.infer<typeof contextChange>;

const callStatus = z.enum([
  "ok",
  "error",
  "denied",
  "cancelled",
  "timeout",
  "circuit_open",
  "unknown_outcome",
]);

/** The zod definition of every event of a turn, by its type. */
export const AGENT_EVENTS = {
  "turn.started": z.object({
    type: z.literal("turn.started"),
    turn_id: turnId,
    input_id: z.string().optional().describe("The id of the prompt command"),
  }),
  "worker.selected": z.object({
    type: z.literal("worker.selected"),
    turn_id: turnId,
    worker: z.string().describe("Who takes this turn: a role with tools of its own"),
    previous: z.string().nullable().describe("Who took the turn before; null in the first one"),
  }),
  "message.delta": z.object({
    type: z.literal("message.delta"),
    turn_id: turnId,
    message_id: z.string(),
    channel: z.enum(["text", "reasoning"]),
    delta: z.string(),
  }),
  "message.completed": z.object({
    type: z.literal("message.completed"),
    turn_id: turnId,
    message_id: z.string(),
    text: z.string().describe("Authoritative: equals the joined text deltas"),
    citations: z.array(z.object({ no: z.int(), title: z.string() })),
  }),
  "tool.started": z.object({
    type: z.literal("tool.started"),
    turn_id: turnId,
    call_id: callId,
    tool: z.string(),
    kind: z.enum(["read", "write"]),
    title: z.string(),
    input: z.unknown(),
    step: z.int().describe("Counts the model's answers within the turn, from 1"),
  }),
  "tool.completed": z.object({
    type: z.literal("tool.completed"),
    turn_id: turnId,
    call_id: callId,
    tool: z.string(),
    status: callStatus,
    output: z.unknown(),
    truncated: z.boolean(),
    error: z.object({ code: z.string(), message: z.string(), recoverable: z.boolean() }).optional(),
    duration_ms: z.number(),
    attempts: z.int().describe(
      "How often it was tried during this call, repetitions inside the tool included; 0 for a replay or a refusal",
    ),
    idempotency: z.object({ key: z.string(), hit: z.boolean(), store: z.string() }).optional(),
    pii: z.object({ masked: z.int(), kinds: z.array(z.string()) }).optional().describe(
      "What was masked in the output",
    ),
    circuit: z.object({ state: z.enum(["closed", "open", "half_open"]) }).optional().describe(
      "How the tool's circuit breaker stood when the call ended; absent when it was not asked",
    ),
    repair: z.enum(["lossless", "ambiguous", "refused"]).optional().describe(
      "The call could not be read as it came: only its wrapping was off, something was guessed (reads only), or it was not run",
    ),
  }),
  "approval.requested": z.object({
    type: z.literal("approval.requested"),
    turn_id: turnId,
    request_id: requestId,
    call_id: callId,
    tool: z.string(),
    reason: z.enum(["configured", "high_risk"]),
    risk: z.enum(["low", "high"]),
    input: z.unknown().describe("What will really run"),
    repeat: z.boolean().describe(
      "An equal call was made before: allowing gives its result, unless it is to run again",
    ),
    input_sha256: z.string().describe("SHA-256 of the input as JSON with sorted keys (RFC 8785)"),
    options: z.array(
      z.object({ id: z.string(), kind: z.enum(["allow_once", "allow_session", "run_again", "deny"]) }),
    ),
    expires_at: z.string(),
    default: z.literal("deny"),
  }),
  "approval.resolved": z.object({
    type: z.literal("approval.resolved"),
    turn_id: turnId,
    request_id: requestId,
    decision: z.enum(["allow", "deny"]),
    scope: z.enum(["once", "session"]),
    by: z.enum(["client", "user", "policy", "timeout", "eof", "cancel"]),
    reason: z.string().optional(),
  }),
  "question.asked": z.object({
    type: z.literal("question.asked"),
    turn_id: turnId,
    request_id: requestId,
    question: z.string(),
    options: z.array(z.string()).optional(),
  }),
  "question.answered": z.object({
    type: z.literal("question.answered"),
    turn_id: turnId,
    request_id: requestId,
    by: z.enum(["client", "user", "policy", "timeout", "eof", "cancel"]),
  }),
  "handoff.created": z.object({
    type: z.literal("handoff.created"),
    turn_id: turnId,
    ticket_id: z.string(),
    reason: z.string(),
    tool: z.string().optional(),
  }),
  "retry": z.object({
    type: z.literal("retry"),
    turn_id: turnId,
    scope: z.enum(["model", "tool"]).describe("What is tried again"),
    call_id: callId.optional().describe("The call that is tried again, with scope tool"),
    tool: z.string().optional().describe("Its tool"),
    attempt: z.int().describe("Counts the repetitions, from 1"),
    max_attempts: z.int().describe("So many repetitions there can be"),
    delay_ms: z.number().describe("The pause before this one"),
    error: z.object({
      code: z.string().describe("As in errors; with scope tool as in results of tools"),
      http_status: z.int().optional(),
    }),
  }),
  "warning": z.object({
    type: z.literal("warning"),
    turn_id: turnId.optional(),
    input_id: z.string().optional().describe("The prompt that it is about"),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    retryable: z.boolean(),
    context: contextChange.optional().describe(
      "With code context_trimmed: what the model is not shown any more",
    ),
  }),
  "error": errorFields.extend({ type: z.literal("error"), turn_id: turnId.optional() }),
  "turn.completed": z.object({
    type: z.literal("turn.completed"),
    turn_id: turnId,
    status: z.enum(["completed", "failed", "cancelled", "blocked", "limit"]),
    stop_reason: z.string(),
    text: z.string().describe("The answer; of a turn that ended without one, what was said last"),
    error: errorFields.optional(),
    denials: z.array(
      z.object({ call_id: callId, tool: z.string(), by: z.string(), reason: z.string().optional() }),
    ),
    usage: z.object({
      turn: tokens,
      session: tokens.describe("All turns of the session so far"),
      last_call: tokens,
      context_window: z.int().nullable().describe(
        "What the model holds, in tokens; null where that is not known",
      ),
    }),
    cost_usd: z.number().nullable().describe(
      "Of this turn, by the prices that were set; null where they are not known",
    ),
    steps: z.int(),
    duration_ms: z.number(),
  }),
} as const;

type EventShapes = { [T in keyof typeof AGENT_EVENTS]: z.infer<typeof AGENT_EVENTS[T]> };

/** One event of a turn. */
export type AgentEvent = EventShapes[keyof EventShapes];

/** The event of one type. */
export type AgentEventOf<T extends AgentEvent["type"]> = EventShapes[T];

/** Who settled an approval or a question. */
export type DecidedBy = AgentEventOf<"approval.resolved">["by"];

/** Tokens of a call, a turn or a session. */
export type TokenCount = z.infer<typeof tokens>;
