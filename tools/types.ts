/**
 * What a tool is, and what it gives back: the contract between the registry, the shells and the agent loop.
 *
 * @module
 */
import type { ModelMessage, Tool } from "ai";

/** A value that survives `JSON.stringify` followed by `JSON.parse` unchanged. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/**
 * How a repeated call of a tool is treated by the idempotency shell.
 *
 * - `"once"`: one execution per window and fingerprint; later calls are replays. For writes.
 * - `"share"`: equal calls share an execution while it is in flight in this process; never cached. For reads.
 * - `{ cacheMs }`: a result is kept for that many milliseconds. For slow, stable reads.
 */
export type RepeatPolicy = "once" | "share" | { readonly cacheMs: number };

/** What the program, as opposed to the model, needs to know about a tool. */
export interface ToolTraits {
  /** Does a call change the world? */
  readonly kind: "read" | "write";
  /** High risk asks for approval unless configured otherwise. */
  readonly risk: "low" | "high";
  /** Core tools stand before extended ones in the table that the model sees. */
  readonly priority: "core" | "extended";
  /** Further names that the registry resolves to this tool. */
  readonly aliases: readonly string[];
  /** See {@linkcode RepeatPolicy}. */
  readonly repeat: RepeatPolicy;
  /** Waits for a person: neither timed out nor de-duplicated. */
  readonly interactive?: true;
}

/** Facts about one call that shells report and the audit shell collects. */
export interface CallFacts {
  /** Executions of the tool itself during this call: 0 for a replay or a refusal. */
  attempts?: number;
  /** The answer is an earlier call's. */
  replayed?: boolean;
  /** How the idempotency shell saw the call. */
  idempotency?: { readonly key: string; readonly hit: boolean; readonly store: string };
  /** How an approval ended, when one was needed. */
  approval?: { readonly decision: "allow" | "deny"; readonly by: string; readonly reason?: string };
  /** How the circuit breaker stood when the call ended. */
  circuit?: { readonly state: "closed" | "open" | "half_open" };
  /** Milliseconds that a person took to decide. */
  waitedMs?: number;
  /** What really ran, when a person edited the input before allowing it. */
  effectiveInput?: unknown;
  /** What was masked in the result. */
  pii?: { readonly masked: number; readonly kinds: readonly string[] };
  /** The fields that did not fit the tool's schema, when some did not. */
  misfits?: readonly string[];
}

/** What `execute` receives beside its input: the AI SDK's options, and what the shells add on the way in. */
export interface CallOptions {
  /** The model's id of this call; unique within a turn. */
  readonly toolCallId: string;
  /** The conversation up to this call. */
  readonly messages: ModelMessage[];
  /** Aborted when the call should stop. */
  readonly abortSignal?: AbortSignal;
  /** Stable for one idempotency record; a back end can refuse a repetition by it. Writes only. */
  readonly requestId?: string;
  /** Reports facts about this call to whoever keeps its record. */
  readonly report?: (facts: CallFacts) => void;
  /** Is told of an attempt inside the tool that failed and is followed by another one. */
  readonly onRetry?: (retry: ToolRetry) => void;
  /** Why the call must not run although it names a tool; its input is then empty. */
  readonly unreadable?: CallFault;
}

/** An attempt inside a tool that failed, and the one that follows. */
export interface ToolRetry {
  /** Counts the repetitions, from 1. */
  readonly attempt: number;
  /** So many repetitions there can be. */
  readonly maxAttempts: number;
  /** The pause before this one, in milliseconds. */
  readonly delayMs: number;
  /** What was the matter. */
  readonly errorType: ToolErrorType;
}

/** Why what a model wrote is no call that could be run: its answer broke off, or its arguments could mean anything. */
export type CallFault = "cut_off" | "no_object";

/** Runs a tool once. Our tools return a promise; a foreign tool may yield, the shells drain it. */
// deno-lint-ignore no-explicit-any -- a table holds tools of unlike inputs, as the AI SDK's own ToolSet does
export type Execute = (input: any, options: CallOptions) => unknown;

// deno-lint-ignore no-explicit-any -- see Execute
type FunctionTool = Extract<Tool<any, any>, { type?: undefined | "function" }>;

/** The AI SDK's tool plus its traits: a table of these is what `streamText({ tools })` takes. */
export type AgentTool = Omit<FunctionTool, "execute"> & { execute?: Execute; readonly traits: ToolTraits };

/** A table of tools by name, in the order that the model sees. */
export type ToolTable = Record<string, AgentTool>;

/** A call that did what was asked. "Not found" belongs here: it is an answer. */
export interface ToolSuccess<T extends JsonObject = JsonObject> {
  readonly status: "success";
  /** A sentence a model can repeat. */
  readonly summary: string;
  /** Fields a program can branch on; `structured.status` is a code, never prose. */
  readonly structured: T;
  /** Set on an answer that an earlier, equal call produced. */
  readonly replayed?: true;
  /** What the program wants the model to notice about the call itself. */
  readonly notice?: string;
  /** What really ran, when a person edited the input before allowing it. */
  readonly edited_input?: JsonValue;
}

/** What went wrong, as a closed set a program can branch on. */
export type ToolErrorType =
  | "invalid_input"
  | "not_found"
  | "denied"
  | "cancelled"
  | "timeout"
  | "network"
  | "rate_limited"
  | "unavailable"
  | "circuit_open"
  | "in_progress"
  | "unknown_outcome"
  | "loop"
  | "internal";

/** A call that failed, in words a model can act on. */
export interface ToolFailure {
  readonly status: "error";
  readonly error_type: ToolErrorType;
  /** What happened, for the person. */
  readonly message: string;
  /** Worth retrying, or handing over; otherwise asking the user is the way on. */
  readonly recoverable: boolean;
  /** What to do next, for the model. */
  readonly suggestion: string;
  /** Why a person denied the call, in their words; or what was done about the failure. */
  readonly reason?: string;
  /** What the program wants the model to notice about the call itself. */
  readonly notice?: string;
}

/** Every Handrail tool answers with one of these two. */
export type ToolResult = ToolSuccess | ToolFailure;

/** The languages that Handrail speaks to people. */
export type Language = "zh" | "en";

/**
 * A call that could not be carried out, thrown by a tool or a shell and turned into a {@linkcode ToolFailure}
 * by the friendly-errors shell.
 *
 * @example
 * ```ts
 * throw new ToolCallError("timeout", "Cannot finish order_refund: no answer within 30000 ms");
 * ```
 */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError";
  /** The kind of failure. */
  readonly type: ToolErrorType;
  /** Settles with the call's real outcome when the call goes on in spite of this error. */
  readonly pending: Promise<unknown> | undefined;
  /** In a person's words; the only part that the model sees verbatim. */
  readonly reason: string | undefined;
  /** False when it is certain that the tool never began. */
  readonly began: boolean;

  /**
   * @param type The kind of failure.
   * @param message Action, colon, value; for a log, not for the model.
   * @param options `cause` as in `Error`; `pending`, the promise of a call that still runs; `reason` and `began`, see
   *   above.
   */
  constructor(
    type: ToolErrorType,
    message: string,
    options: ErrorOptions & {
      pending?: Promise<unknown> | undefined;
      reason?: string | undefined;
      began?: false;
    } = {},
  ) {
    super(message, options);
    this.type = type;
    this.pending = options.pending;
    this.reason = options.reason;
    this.began = options.began ?? true;
  }
}
