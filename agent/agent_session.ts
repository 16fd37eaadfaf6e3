/**
 * A conversation: turn by turn, with its history, its grants and its epoch.
 *
 * @module
 */
import type { LanguageModel, ModelMessage } from "ai";
import { type ApprovalGrant, ApprovalGrants } from "../shells/approval_grants.ts";
import type { AuditRecord } from "../shells/audit.ts";
import { composeToolShells } from "../shells/compose_tool_shells.ts";
import { LoopWatch } from "../shells/loop_watch.ts";
import type { Clock } from "../shells/clock.ts";
import type { AgentEvent, AgentEventOf } from "./agent_event.ts";
import { citedPassages } from "./cited_passages.ts";
import { classifyError } from "./classify_error.ts";
import { defaultShells, type EpochCounter, type ShellServices, type ShellTurn } from "./default_shells.ts";
import { EventQueue } from "./event_queue.ts";
import { type BreakerHandoffServices, handOffBreaker } from "./hand_off_breaker.ts";
import type { Interactions } from "./interactions.ts";
import { runToolLoop, type ToolLoopOutcome } from "./run_tool_loop.ts";
import type { SessionLog } from "./session_file.ts";
import type { SessionPrivacy } from "./session_privacy.ts";
import { addTokens, NO_TOKENS } from "./token_count.ts";
import { turnStatus } from "./turn_status.ts";
import type { TurnTables } from "./turn_tables.ts";
import { unfinishedOutcome } from "./unfinished_outcome.ts";

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
  /** Chooses the tools of each turn. */
  readonly tables: TurnTables;
  readonly shells: ShellServices;
  /** Where a conversation goes when a tool that it needs is switched off. */
  readonly handoffs: BreakerHandoffServices;
  readonly interactions: Interactions;
  readonly instructions: string;
  readonly limits: SessionLimits;
  readonly clock: Pick<Clock, "now">;
  readonly newId: (prefix: string) => string;
  readonly log: SessionLog;
  /** What is let out, and to whom. */
  readonly privacy: SessionPrivacy;
  /** The conversation so far. */
  readonly history?: readonly ModelMessage[];
  /** How often earlier requests were made to count as new ones. @default {0} */
  readonly epoch?: number;
  /** What was allowed for the whole session before. @default {[]} */
  readonly grants?: readonly ApprovalGrant[];
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
  #options: AgentSessionOptions;
  readonly #history: ModelMessage[];
  readonly #grants: ApprovalGrants;
  #epoch: number;
  #usage = NO_TOKENS;
  #abort: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param options See {@linkcode AgentSessionOptions}. */
  constructor(options: AgentSessionOptions) {
    this.id = options.id;
    this.#options = options;
    options.privacy.reserve(options.history ?? []);
    this.#history = options.privacy.messages(options.history ?? []);
    this.#epoch = options.epoch ?? 0;
    this.#grants = new ApprovalGrants({
      now: () => options.clock.now(),
      ...(options.grants && { grants: options.grants }),
      // A permission that is not kept asks once more later; that is no reason to stop now.
      onChange: (grants) => void options.log.keep({ type: "grants", grants }).catch(() => {}),
    });
  }

  /** What is allowed for the whole session, to be listed and withdrawn. */
  get grants(): ApprovalGrants {
    return this.#grants;
  }

  /** A text of a turn's events as the person who talks to the session may see it: with what aliases stand for. */
  reveal(text: string): string {
    return this.#options.privacy.reveal(text);
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

  /** Asks another model from the next turn on. */
  useModel(model: LanguageModel): void {
    this.#options = { ...this.#options, model };
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
    await this.#options.log.keep({ type: "epoch", epoch: this.#epoch }).catch(() => {});
  }

  async #runTurn(
    text: string,
    inputId: string | undefined,
    queue: EventQueue<AgentEvent>,
    abort: AbortController,
  ): Promise<void> {
    const { newId, clock, interactions, privacy } = this.#options;
    const turnId = newId("trn");
    const emit = (event: AgentEvent) => queue.push(privacy.event(event));
    const startedAt = clock.now();
    const denials: AgentEventOf<"turn.completed">["denials"] = [];
    let stoppedByDenial = false;
    let outcome: ToolLoopOutcome = unfinishedOutcome();
    emit({ type: "turn.started", turn_id: turnId, ...(inputId !== undefined && { input_id: inputId }) });
    interactions.attach({ turnId, emit, stop: () => (stoppedByDenial = true, abort.abort()) });
    try {
      await this.#remember([{ role: "user", content: privacy.text(text) }], emit, turnId);
      outcome = await this.#loop(text, turnId, emit, abort.signal, denials);
      await this.#remember(privacy.messages(outcome.messages), emit, turnId);
    } catch (error) {
      outcome = { ...unfinishedOutcome(), error: classifyError(error) };
    } finally {
      this.#usage = addTokens(this.#usage, outcome.usage);
      this.#abort = undefined;
      if (outcome.error) emit({ type: "error", turn_id: turnId, ...outcome.error });
      emit({
        type: "turn.completed",
        turn_id: turnId,
        status: turnStatus(outcome, denials.length > 0, stoppedByDenial),
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
    text: string,
    turnId: string,
    emit: (event: AgentEvent) => void,
    signal: AbortSignal,
    denials: AgentEventOf<"turn.completed">["denials"],
  ): Promise<ToolLoopOutcome> {
    const { tables, shells, handoffs, limits, model, instructions, newId, privacy } = this.#options;
    const { guard } = privacy;
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
    const registry = await tables.select(text, (event) => emit({ ...event, turn_id: turnId }));
    const watch = new LoopWatch();
    const turn: ShellTurn = {
      sessionId: this.id,
      turnId,
      epoch: this.#epochCounter,
      grants: this.#grants,
      sink,
      ...(guard && { guard }),
      watch,
      onOpen: (opening, { messages }) =>
        handOffBreaker(
          opening,
          messages,
          { ...handoffs, reveal: (text) => privacy.reveal(text) },
          (event) => emit({ ...event, turn_id: turnId }),
        ),
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
      ...(guard && { newFilter: () => guard.stream() }),
      takeRecord: (callId) => records.get(callId),
      hiddenTools: () => shells.breaker.hidden(),
      isLooping: () => watch.isLooping,
      resolveName: (name) => registry.resolve(name)?.name,
      citationsOf: (text, calls) =>
        citedPassages(text, calls, (event) => emit({ ...event, turn_id: turnId })),
    });
  }

  /** What was said is on disk before anything else happens; a disk that fails is told of, and ends no turn. */
  async #remember(
    messages: readonly ModelMessage[],
    emit: (event: AgentEvent) => void,
    turnId: string,
  ): Promise<void> {
    const { log, privacy } = this.#options;
    this.#history.push(...messages);
    try {
      const aliases = privacy.takeNewAliases();
      if (aliases) await log.keep(aliases);
      await log.append(privacy.forFile(messages));
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
