/**
 * A conversation: turn by turn, with its history, its grants and its epoch.
 *
 * @module
 */
import type { LanguageModel, ModelMessage } from "ai";
import type { AuditRecord } from "../shells/audit.ts";
import { composeToolShells } from "../shells/compose_tool_shells.ts";
import { LoopWatch } from "../shells/loop_watch.ts";
import type { Clock } from "../shells/clock.ts";
import type { ToolRegistry } from "../tools/tool_registry.ts";
import type { AgentEvent, AgentEventOf } from "./agent_event.ts";
import { citationsOf } from "./citations_of.ts";
import { classifyError } from "./classify_error.ts";
import { defaultShells, type EpochCounter, type ShellServices, type ShellTurn } from "./default_shells.ts";
import { EventQueue } from "./event_queue.ts";
import { type BreakerHandoffServices, handOffBreaker } from "./hand_off_breaker.ts";
import type { Interactions } from "./interactions.ts";
import { runToolLoop, type ToolLoopOutcome } from "./run_tool_loop.ts";
import type { SessionLog } from "./session_file.ts";
import { addTokens, NO_TOKENS } from "./token_count.ts";

/** Limits of a session; each has a setting. */
export interface SessionLimits {
  /** How many times the model may speak in one turn. */
  readonly maxSteps: number;
  /** How many bytes of a tool's output the model sees. */
  readonly maxOutputBytes: number;
  /** How often a failed request to the model is repeated. */
  readonly maxRetries: number;
}

/** What a session needs. */
export interface AgentSessionOptions {
  readonly id: string;
  readonly model: LanguageModel;
  readonly registry: ToolRegistry;
  readonly shells: ShellServices;
  /** Where a conversation goes when a tool that it needs is switched off. */
  readonly handoffs: BreakerHandoffServices;
  readonly interactions: Interactions;
  readonly instructions: string;
  readonly limits: SessionLimits;
  readonly clock: Pick<Clock, "now">;
  readonly newId: (prefix: string) => string;
  readonly log: SessionLog;
  /** The conversation so far. */
  readonly history?: readonly ModelMessage[];
  /** How often earlier requests were made to count as new ones. @default {0} */
  readonly epoch?: number;
}

/** Thrown when a turn is asked for while one runs. */
export class SessionBusyError extends Error {
  override readonly name = "SessionBusyError";
}

/**
 * Runs turns one after the other and renders nothing: every front end consumes the same events.
 *
 * @example
 * ```ts
 * for await (const event of session.prompt("订单 A-1024 到哪了？")) render(event);
 * ```
 */
export class AgentSession {
  /** Names the session in every event, record and file. */
  readonly id: string;
  readonly #options: AgentSessionOptions;
  readonly #history: ModelMessage[];
  readonly #grants = new Set<string>();
  #epoch: number;
  #usage = NO_TOKENS;
  #abort: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param options See {@linkcode AgentSessionOptions}. */
  constructor(options: AgentSessionOptions) {
    this.id = options.id;
    this.#options = options;
    this.#history = [...options.history ?? []];
    this.#epoch = options.epoch ?? 0;
  }

  /** Is a turn running? */
  get busy(): boolean {
    return this.#abort !== undefined;
  }

  /** Messages in the conversation so far. */
  get messageCount(): number {
    return this.#history.length;
  }

  /**
   * Runs one turn.
   *
   * @param text What the user says.
   * @param options `inputId`: the id of the command that asked for it.
   * @returns The turn's events: first `turn.started`, last `turn.completed`, exactly one of each. The turn runs on
   *   whether or not they are consumed.
   * @throws {SessionBusyError} If a turn is running.
   */
  prompt(text: string, options: { readonly inputId?: string } = {}): AsyncIterable<AgentEvent> {
    if (this.busy) {
      throw new SessionBusyError("Cannot start a turn: another one is running. Wait for it or cancel it");
    }
    const queue = new EventQueue<AgentEvent>();
    this.#abort = new AbortController();
    this.#turn = this.#runTurn(text, options.inputId, queue, this.#abort).finally(() => queue.close());
    return queue;
  }

  /** Resolves once no turn runs and what was said is kept: for a program that must end although nobody reads. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Ends the running turn, if any; its events end with a `turn.completed` of status `cancelled`. */
  cancel(): boolean {
    this.#abort?.abort(new DOMException("The turn was cancelled", "AbortError"));
    return this.#abort !== undefined;
  }

  /**
   * Makes earlier requests count as new ones, by the user's explicit wish and nothing else.
   *
   * @returns The last thing the user said, to say it again; `undefined` at the beginning.
   */
  async startEpoch(): Promise<string | undefined> {
    await this.#raiseEpoch();
    const last = this.#history.findLast(({ role }) => role === "user");
    return typeof last?.content === "string" ? last.content : undefined;
  }

  readonly #epochCounter: EpochCounter = {
    current: () => this.#epoch,
    start: () => void this.#raiseEpoch(),
  };

  async #raiseEpoch(): Promise<void> {
    this.#epoch++;
    // Another process that continues the session must not take the new request for the old one.
    await this.#options.log.keepEpoch(this.#epoch).catch(() => {});
  }

  async #runTurn(
    text: string,
    inputId: string | undefined,
    queue: EventQueue<AgentEvent>,
    abort: AbortController,
  ): Promise<void> {
    const { newId, clock, interactions } = this.#options;
    const turnId = newId("trn");
    const emit = (event: AgentEvent) => queue.push(event);
    const startedAt = clock.now();
    const denials: AgentEventOf<"turn.completed">["denials"] = [];
    let stoppedByDenial = false;
    let outcome: ToolLoopOutcome = unfinished();
    emit({ type: "turn.started", turn_id: turnId, ...(inputId !== undefined && { input_id: inputId }) });
    interactions.attach({ turnId, emit, stop: () => (stoppedByDenial = true, abort.abort()) });
    try {
      await this.#remember([{ role: "user", content: text }], emit, turnId);
      outcome = await this.#loop(turnId, emit, abort.signal, denials);
      await this.#remember(outcome.messages, emit, turnId);
    } catch (error) {
      outcome = { ...unfinished(), error: classifyError(error) };
    } finally {
      this.#usage = addTokens(this.#usage, outcome.usage);
      this.#abort = undefined;
      if (outcome.error) emit({ type: "error", turn_id: turnId, ...outcome.error });
      emit({
        type: "turn.completed",
        turn_id: turnId,
        status: statusOf(outcome, denials.length > 0, stoppedByDenial),
        stop_reason: outcome.stopReason,
        text: outcome.text,
        ...(outcome.error && { error: outcome.error }),
        denials,
        usage: { turn: outcome.usage, session: this.#usage, last_call: outcome.lastCall },
        cost_usd: null,
        steps: outcome.steps,
        duration_ms: clock.now() - startedAt,
      });
    }
  }

  async #loop(
    turnId: string,
    emit: (event: AgentEvent) => void,
    signal: AbortSignal,
    denials: AgentEventOf<"turn.completed">["denials"],
  ): Promise<ToolLoopOutcome> {
    const { registry, shells, handoffs, limits, model, instructions, newId } = this.#options;
    const records = new Map<string, AuditRecord>();
    const sink = (record: AuditRecord) => {
      records.set(record.call_id, record);
      if (record.approval?.decision === "deny") {
        const { by, reason } = record.approval;
        denials.push({
          call_id: record.call_id,
          tool: record.tool_name,
          by,
          ...(reason !== undefined && { reason }),
        });
      }
    };
    const watch = new LoopWatch();
    const turn: ShellTurn = {
      sessionId: this.id,
      turnId,
      epoch: this.#epochCounter,
      grants: this.#grants,
      sink,
      watch,
      onOpen: (opening, { messages }) =>
        handOffBreaker(opening, messages, handoffs, (event) => emit({ ...event, turn_id: turnId })),
    };
    return await runToolLoop({
      turnId,
      model,
      tools: composeToolShells(registry.getAll(), defaultShells(shells, turn)),
      instructions,
      messages: this.#history,
      ...limits,
      signal,
      emit,
      newId,
      takeRecord: (callId) => records.get(callId),
      hiddenTools: () => shells.breaker.hidden(),
      isLooping: () => watch.isLooping,
      resolveName: (name) => registry.resolve(name)?.name,
      citationsOf: (text, calls) => citationsOf(text, calls, (event) => emit({ ...event, turn_id: turnId })),
    });
  }

  /** What was said is on disk before anything else happens; a disk that fails is told of, and ends no turn. */
  async #remember(
    messages: readonly ModelMessage[],
    emit: (event: AgentEvent) => void,
    turnId: string,
  ): Promise<void> {
    this.#history.push(...messages);
    try {
      await this.#options.log.append(messages);
    } catch (error) {
      emit({
        type: "warning",
        turn_id: turnId,
        code: "session_not_saved",
        message: `Cannot save the session: ${(error as Error).message}`,
        hint:
          "The conversation goes on, but cannot be continued later. Set HANDRAIL_STATE to a writable folder",
        retryable: false,
      });
    }
  }
}

function unfinished(): ToolLoopOutcome {
  return {
    end: "failed",
    stopReason: "failed",
    text: "",
    steps: 0,
    usage: NO_TOKENS,
    lastCall: NO_TOKENS,
    messages: [],
  };
}

function statusOf(
  { end }: ToolLoopOutcome,
  denied: boolean,
  stoppedByDenial: boolean,
): AgentEventOf<"turn.completed">["status"] {
  if (end === "cancelled") return stoppedByDenial ? "blocked" : "cancelled";
  if (end === "failed") return "failed";
  // A denial is never hidden behind an answer: whoever scripts this must notice.
  if (denied) return "blocked";
  return end === "limit" ? "limit" : "completed";
}
