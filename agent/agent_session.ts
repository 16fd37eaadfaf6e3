/**
 * A conversation: turn by turn, with its history, its grants and its epoch.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { ApprovalGrants } from "../shells/approval_grants.ts";
import type { AgentEvent, ContextChange } from "./agent_event.ts";
import type { AgentSessionOptions } from "./agent_session_options.ts";
import { beginTurn } from "./begin_turn.ts";
import { ContextWindow } from "./context/context_window.ts";
import type { TurnContext } from "./context/turn_context.ts";
import type { NamedModel } from "./models/create_model.ts";
import { EventQueue } from "./event_queue.ts";
import { failedTurn } from "./failed_turn.ts";
import { openGrants } from "./open_grants.ts";
import { OpeningEvents } from "./opening_events.ts";
import { runSessionTurn } from "./run_session_turn.ts";
import type { ToolLoopOutcome } from "./run_tool_loop.ts";
import { SessionBusyError } from "./sessions/session_busy_error.ts";
import { SessionEpoch } from "./sessions/session_epoch.ts";
import type { StoredSession } from "./sessions/session_file.ts";
import { SessionJournal } from "./sessions/session_journal.ts";
import type { SessionPrivacy } from "./session_privacy.ts";
import type { TurnMark } from "./sessions/session_record.ts";
import { turnCompleted } from "./turn_completed.ts";
import { turnMark } from "./turn_mark.ts";
import { turnRecorder } from "./turn_recorder.ts";
import { TurnRecords } from "./turn_records.ts";
import { UsageMeter } from "./usage_meter.ts";
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
  readonly #epoch: SessionEpoch;
  readonly #window: ContextWindow;
  readonly #usage: UsageMeter;
  #abort: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param options See {@linkcode AgentSessionOptions}. */
  constructor(options: AgentSessionOptions) {
    this.id = options.id;
    this.#options = options;
    this.#privacy = options.privacy;
    options.privacy.reserve(options.history ?? []);
    this.#history = options.privacy.messages(options.history ?? []);
    this.#epoch = new SessionEpoch(options.log, options.epoch ?? 0);
    this.#window = new ContextWindow(options.roleOf, options.summary);
    this.#usage = new UsageMeter(this.#window, this.#history.length > 0);
    this.#usage.take(options.usage);
    this.#grants = openGrants(options);
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
      throw new SessionBusyError({
        en: "Cannot start a turn: another one is running. Wait for it or cancel it",
        zh: "无法开始一轮：另一轮正在运行。请等它结束，或取消它",
      });
    }
    const queue = new EventQueue<AgentEvent>();
    this.#abort = new AbortController();
    this.#turn = this.#runTurn(text, options.inputId, queue, this.#abort).finally(() => queue.close());
    return queue;
  }

  /** Asks another model from the next turn on. */
  useModel(model: NamedModel): void {
    this.#options = { ...this.#options, model };
  }

  /**
   * Makes the conversation shorter for the model, as far as it goes; the session keeps all of it.
   *
   * @returns What changed; `undefined` when there was nothing to shorten.
   * @throws {SessionBusyError} If a turn is running.
   * @throws {SessionLockedError} If another process's turn does not end in time.
   * @throws {DOMException} An `AbortError`, if it was cancelled.
   */
  async compact(): Promise<ContextChange | undefined> {
    if (this.busy) {
      throw new SessionBusyError({
        en: "Cannot compact: a turn is running. Wait for it or cancel it",
        zh: "无法压缩：有一轮正在运行。请等它结束，或取消它",
      });
    }
    let change: ContextChange | undefined;
    const compacting = this.#compact((event) => {
      if (event.type === "warning") change = event.context ?? change;
    });
    this.#turn = compacting.catch(() => {});
    await compacting;
    return change;
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
    await this.#epoch.raise();
    return this.lastRequest;
  }

  async #compact(emit: (event: AgentEvent) => void): Promise<void> {
    const session = this.#options;
    const { newId, model } = session;
    const { signal } = this.#abort = new AbortController();
    const turnId = newId("trn");
    let endTurn: (() => void) | undefined;
    try {
      endTurn = await this.#beginTurn(turnId, emit, signal);
      const journal = this.#journal(turnId, emit);
      const context = await this.#context(session, turnId, emit, signal, journal);
      await context.compact(this.#history);
      this.#usage.add(context.usage);
      await journal.count(this.#usage.kept(model));
      // What it took is kept; that nothing changed is not to pass for "nothing to do".
      signal.throwIfAborted();
    } finally {
      endTurn?.();
      this.#abort = undefined;
    }
  }

  async #runTurn(
    text: string,
    inputId: string | undefined,
    queue: EventQueue<AgentEvent>,
    abort: AbortController,
  ): Promise<void> {
    // The turn goes on as it began, also when another model is chosen meanwhile.
    const session = this.#options;
    const { newId, clock, interactions, model } = session;
    const turnId = newId("trn");
    const startedAt = clock.now();
    const records = new TurnRecords();
    const recorder = turnRecorder(session, { turnId, records, privacy: () => this.#privacy });
    const tell = (event: AgentEvent) => {
      recorder?.take(event);
      queue.push(this.#privacy.event(event));
    };
    const input = { ...(inputId !== undefined && { input_id: inputId }) };
    const opening = new OpeningEvents(tell, { type: "turn.started", turn_id: turnId, ...input });
    const emit = (event: AgentEvent) => opening.emit(event);
    const { denials } = records;
    let stoppedByDenial = false;
    let outcome: ToolLoopOutcome = unfinishedOutcome();
    interactions.attach({ turnId, emit, stop: () => (stoppedByDenial = true, abort.abort()) });
    let endTurn: (() => void) | undefined;
    try {
      endTurn = await this.#beginTurn(turnId, emit, abort.signal);
      const privacy = this.#privacy;
      const journal = this.#journal(turnId, emit);
      await this.#remember(journal, [{ role: "user", content: privacy.text(text) }]);
      opening.begin();
      outcome = await runSessionTurn({
        session,
        turn: { text, turnId, epoch: this.#epoch, grants: this.#grants, records, privacy, journal },
        history: this.#history,
        context: await this.#context(session, turnId, emit, abort.signal, journal),
        emit,
        signal: abort.signal,
      });
      await this.#remember(
        journal,
        privacy.messages(outcome.messages),
        turnMark(session, startedAt, records),
      );
      this.#usage.add(outcome.usage);
      // Also when it took nothing: a session without a word about it does not know what it took.
      await journal.count(this.#usage.kept(model));
    } catch (error) {
      outcome = failedTurn(error, abort.signal);
    } finally {
      opening.begin();
      endTurn?.();
      this.#abort = undefined;
      if (outcome.error) emit({ type: "error", turn_id: turnId, ...outcome.error });
      // A clock may be set back meanwhile.
      const durationMs = Math.max(0, clock.now() - startedAt);
      const sessionUsage = this.#usage.total;
      emit(turnCompleted({ turnId, outcome, denials, stoppedByDenial, model, sessionUsage, durationMs }));
    }
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

  #adopt({ messages, epoch, grants, aliases, summary, usage }: StoredSession): void {
    this.#privacy = this.#options.reopenPrivacy(aliases);
    this.#privacy.reserve(messages);
    this.#history.splice(0, Infinity, ...this.#privacy.messages(messages));
    this.#epoch.adopt(epoch);
    this.#grants.adopt(grants);
    this.#window.adopt(summary);
    this.#usage.take(usage);
  }

  #journal(turnId: string, emit: (event: AgentEvent) => void): SessionJournal {
    const { log, limits } = this.#options;
    return new SessionJournal({ turnId, log, privacy: this.#privacy, emit, ...limits });
  }

  async #context(
    session: AgentSessionOptions,
    turnId: string,
    emit: (event: AgentEvent) => void,
    signal: AbortSignal,
    journal: SessionJournal,
  ): Promise<TurnContext> {
    const { TurnContext } = await import("./context/turn_context.ts");
    const { model, newId, clock, limits: { maxRetries } } = session;
    const [window, mask] = [this.#window, (text: string) => this.#privacy.text(text)];
    return new TurnContext({ turnId, window, model, journal, mask, emit, newId, clock, maxRetries, signal });
  }

  async #remember(
    journal: SessionJournal,
    messages: readonly ModelMessage[],
    mark?: TurnMark,
  ): Promise<void> {
    this.#history.push(...messages);
    await journal.remember(messages, mark);
  }
}
