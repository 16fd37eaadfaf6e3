/**
 * A conversation: turn by turn, with its history, its grants and its epoch.
 *
 * @module
 */
import type { LanguageModel, ModelMessage } from "ai";
import { ApprovalGrants } from "../shells/approval_grants.ts";
import { composeToolShells } from "../shells/compose_tool_shells.ts";
import { LoopWatch } from "../shells/loop_watch.ts";
import type { AgentEvent } from "./agent_event.ts";
import type { AgentSessionOptions } from "./agent_session_options.ts";
import { beginTurn } from "./begin_turn.ts";
import { citedPassages } from "./cited_passages.ts";
import { defaultShells, type EpochCounter, type ShellTurn } from "./default_shells.ts";
import { EventQueue } from "./event_queue.ts";
import { failedTurn } from "./failed_turn.ts";
import { handOffBreaker } from "./hand_off_breaker.ts";
import type { ToolLoopOutcome } from "./run_tool_loop.ts";
import { SessionBusyError } from "./session_busy_error.ts";
import type { StoredSession } from "./session_file.ts";
import { SessionJournal } from "./session_journal.ts";
import type { SessionPrivacy } from "./session_privacy.ts";
import { addTokens, NO_TOKENS } from "./token_count.ts";
import { TurnRecords } from "./turn_records.ts";
import { turnStatus } from "./turn_status.ts";
import { unfinishedOutcome } from "./unfinished_outcome.ts";

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
  #privacy: SessionPrivacy;
  #epoch: number;
  #usage = NO_TOKENS;
  #abort: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param options See {@linkcode AgentSessionOptions}. */
  constructor(options: AgentSessionOptions) {
    this.id = options.id;
    this.#options = options;
    this.#privacy = options.privacy;
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
    return this.#privacy.reveal(text);
  }

  /** Is a turn running? */
  get busy(): boolean {
    return this.#abort !== undefined;
  }

  /** The last thing the user said, as the model sees it; `undefined` at the beginning. */
  get lastRequest(): string | undefined {
    const last = this.#history.findLast(({ role }) => role === "user");
    return typeof last?.content === "string" ? last.content : undefined;
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
    return this.lastRequest;
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
    const { newId, clock, interactions, log, limits } = this.#options;
    const turnId = newId("trn");
    const emit = (event: AgentEvent) => queue.push(this.#privacy.event(event));
    const startedAt = clock.now();
    const records = new TurnRecords();
    const { denials } = records;
    let stoppedByDenial = false;
    let outcome: ToolLoopOutcome = unfinishedOutcome();
    emit({ type: "turn.started", turn_id: turnId, ...(inputId !== undefined && { input_id: inputId }) });
    interactions.attach({ turnId, emit, stop: () => (stoppedByDenial = true, abort.abort()) });
    let endTurn: (() => void) | undefined;
    try {
      endTurn = await this.#beginTurn(turnId, emit, abort.signal);
      const privacy = this.#privacy;
      const journal = new SessionJournal({ turnId, log, privacy, emit, ...limits });
      await this.#remember(journal, [{ role: "user", content: privacy.text(text) }]);
      outcome = await this.#loop(text, turnId, emit, abort.signal, records, journal);
      await this.#remember(journal, privacy.messages(outcome.messages));
    } catch (error) {
      outcome = failedTurn(error, abort.signal);
    } finally {
      endTurn?.();
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
    records: TurnRecords,
    journal: SessionJournal,
  ): Promise<ToolLoopOutcome> {
    const { tables, shells, handoffs, limits, model, instructions, newId, clock } = this.#options;
    const privacy = this.#privacy;
    const { guard } = privacy;
    const registry = await tables.select(text, (event) => emit({ ...event, turn_id: turnId }));
    const watch = new LoopWatch();
    const turn: ShellTurn = {
      sessionId: this.id,
      turnId,
      epoch: this.#epochCounter,
      grants: this.#grants,
      sink: records.sink,
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
    // The AI SDK is the slowest thing there is to load, and a session is of use before its first turn.
    const { runToolLoop } = await import("./run_tool_loop.ts");
    return await runToolLoop({
      turnId,
      model,
      tools: composeToolShells(registry.getAll(), [...defaultShells(shells, turn), journal.marks]),
      instructions,
      messages: this.#history,
      ...limits,
      signal,
      emit,
      newId,
      clock,
      ...(guard && { newFilter: () => guard.stream() }),
      takeRecord: (callId) => records.of(callId),
      hiddenTools: () => shells.breaker.hidden(),
      isLooping: () => watch.isLooping,
      resolveName: (name) => registry.resolve(name)?.name,
      citationsOf: (text, calls) =>
        citedPassages(text, calls, (event) => emit({ ...event, turn_id: turnId })),
    });
  }

  /** Only one process at a time goes on from here; what others wrote while it waited is part of the conversation. */
  async #beginTurn(
    turnId: string,
    emit: (event: AgentEvent) => void,
    signal: AbortSignal,
  ): Promise<(() => void) | undefined> {
    const turn = await beginTurn({ log: this.#options.log, id: this.id, turnId, emit, signal });
    if (turn?.changed) this.#adopt(turn.changed);
    return turn?.end;
  }

  #adopt({ messages, epoch, grants, aliases }: StoredSession): void {
    this.#privacy = this.#options.reopenPrivacy(aliases);
    this.#privacy.reserve(messages);
    this.#history.splice(0, Infinity, ...this.#privacy.messages(messages));
    this.#epoch = Math.max(this.#epoch, epoch);
    this.#grants.adopt(grants);
  }

  async #remember(journal: SessionJournal, messages: readonly ModelMessage[]): Promise<void> {
    this.#history.push(...messages);
    await journal.remember(messages);
  }
}
