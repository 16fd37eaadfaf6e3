/**
 * A session driven by commands.
 *
 * @module
 */
import type { AgentEvent } from "../../agent/agent_event.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import type { Interactions } from "../../agent/interactions.ts";
import { EXIT, exitCodeOf } from "../exit_code.ts";
import { approvalAnswer } from "./approval_answer.ts";
import { COMMAND_TYPES, type JsonCommand, parseCommand } from "./command.ts";
import type { EventWriter } from "./event_writer.ts";
import type { Line } from "./read_lines.ts";
import { PROTOCOL } from "./session_event.ts";

/** What a JSON session needs. */
export interface JsonSessionOptions {
  readonly session: AgentSession;
  readonly interactions: Interactions;
  readonly writer: EventWriter;
}

/** How a session ended. */
export interface SessionEnd {
  readonly exitCode: number;
  /** `eof`, `shutdown`, `signal`, `unsupported_protocol`. */
  readonly reason: string;
}

type Prompt = Extract<JsonCommand, { type: "prompt" }>;
type Answer = { readonly ok: true; readonly result?: unknown } | {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string; readonly valid?: readonly string[] };
};

/** Nothing may be opted out of that a client needs to stay in step. */
const OPTIONAL_EVENTS: ReadonlySet<string> = new Set(["message.delta"]);

/**
 * Reads commands, answers each once, and writes the events of the turns that they start. Turns run one after the
 * other while commands are read: an approval arrives in the middle of the turn that asked for it.
 *
 * @example
 * ```ts
 * const end = await new JsonSession({ session, interactions, writer }).run(readLines(input.chunks(), MAX_LINE_BYTES));
 * ```
 */
export class JsonSession {
  readonly #session: AgentSession;
  readonly #interactions: Interactions;
  readonly #writer: EventWriter;
  readonly #queue: Prompt[] = [];
  readonly #optOut = new Set<string>();
  readonly #ended = Promise.withResolvers<SessionEnd>();
  #turns: Promise<void> = Promise.resolve();
  #turnRunning = false;
  #turnAnnounced = false;
  #turnsTaken = 0;
  #exitCode: number = EXIT.completed;
  #interrupted = false;
  #closing = false;
  /** How a signal ends the session, whatever else is ending it. */
  #terminated: SessionEnd | undefined;

  /** @param options See {@linkcode JsonSessionOptions}. */
  constructor({ session, interactions, writer }: JsonSessionOptions) {
    this.#session = session;
    this.#interactions = interactions;
    this.#writer = writer;
    const why = (what: string) => ({
      by: "policy" as const,
      why: `the client did not announce that it answers ${what}`,
    });
    interactions.setAvailability({ approvals: why("approvals"), questions: why("questions") });
  }

  /**
   * Runs until the input ends, the client shuts it down, or a signal does.
   *
   * @param lines The input.
   * @returns The exit code and why; every event before `session.ended` has been written.
   * @throws {OutputClosedError} If nobody reads the events any more; the turn is cancelled then.
   */
  async run(lines: AsyncIterable<Line>): Promise<SessionEnd> {
    this.#readAll(lines).catch((error) => this.#fail(error));
    return await this.#ended.promise;
  }

  /**
   * A first interrupt cancels the turn; without one to cancel it ends the session.
   *
   * @returns False when there was nothing to cancel, or it was being cancelled already.
   */
  interrupt(): boolean {
    if (!this.#turnRunning || this.#interrupted) return false;
    this.#interrupted = true;
    this.#queue.length = 0;
    return this.#session.cancel();
  }

  /** Ends the session with the turn that runs, for a signal that asks the program to go. */
  async terminate(exitCode: number): Promise<void> {
    this.#terminated = { exitCode, reason: "signal" };
    await this.#stop("cancel", "the program is ending");
    this.#finish(this.#terminated);
  }

  async #readAll(lines: AsyncIterable<Line>): Promise<void> {
    for await (const line of lines) {
      if (this.#closing) return;
      if ("error" in line) await this.#refuseLine(line);
      else await this.#handle(line.text);
    }
    this.#close("eof", "the input has ended");
    await this.#turns;
    this.#finish({ exitCode: this.#exitCode, reason: "eof" });
  }

  async #refuseLine(line: Exclude<Line, { text: string }>): Promise<void> {
    const error = line.error === "line_too_long"
      ? { code: "line_too_long", message: `Cannot read the line: it is longer than ${line.limitBytes} bytes` }
      : { code: "parse_error", message: `Cannot read the line: byte ${line.offset} is no UTF-8` };
    await this.#respond(null, { ok: false, error });
  }

  async #handle(text: string): Promise<void> {
    const parsed = parseCommand(text);
    if ("refusal" in parsed) {
      const { id, ...error } = parsed.refusal;
      return await this.#respond(id, { ok: false, error });
    }
    const { command } = parsed;
    if (command.type === "prompt") return await this.#prompt(command);
    await this.#respond(command.id, this.#carryOut(command));
    if (command.type === "initialize" && command.protocol !== PROTOCOL) {
      await this.#stop("policy", "the protocol is not supported");
      this.#finish({ exitCode: EXIT.usage, reason: "unsupported_protocol" });
    }
    if (command.type === "shutdown") {
      await this.#stop("cancel", "the client shut the session down");
      this.#finish({ exitCode: this.#exitCode, reason: "shutdown" });
    }
  }

  #carryOut(command: Exclude<JsonCommand, Prompt>): Answer {
    switch (command.type) {
      case "initialize":
        return this.#initialize(command);
      case "approve":
        return this.#approve(command);
      case "answer": {
        const { questions } = this.#interactions.pending();
        const known = this.#interactions.answer(command.request_id, command.text, "client");
        return known ? { ok: true } : unknownRequest(command.request_id, questions);
      }
      case "cancel":
        return this.#turnRunning && this.#session.cancel()
          ? { ok: true }
          : { ok: false, error: { code: "not_found", message: "Cannot cancel: no turn is running" } };
      case "state":
        return { ok: true, result: this.#state() };
      case "set":
        return { ok: true, result: { withdrawn: this.#withdraw(command.withdraw_approvals ?? []) } };
      case "ping":
      case "shutdown":
        return { ok: true };
    }
  }

  #initialize(command: Extract<JsonCommand, { type: "initialize" }>): Answer {
    if (command.protocol !== PROTOCOL) {
      const message = `Cannot speak protocol ${command.protocol}: not supported`;
      return { ok: false, error: { code: "bad_request", message, valid: [String(PROTOCOL)] } };
    }
    if (this.#turnsTaken > 0) {
      return {
        ok: false,
        error: { code: "bad_request", message: "Cannot initialize: a prompt came before. Send it first" },
      };
    }
    const { approvals, questions } = command.capabilities ?? {};
    this.#interactions.setAvailability({
      ...(approvals && { approvals: "ask" }),
      ...(questions && { questions: "ask" }),
    });
    for (const type of command.opt_out ?? []) if (OPTIONAL_EVENTS.has(type)) this.#optOut.add(type);
    return { ok: true, result: { protocol: PROTOCOL, commands: COMMAND_TYPES } };
  }

  #approve(command: Extract<JsonCommand, { type: "approve" }>): Answer {
    const { approvals } = this.#interactions.pending();
    const known = this.#interactions.approve(command.request_id, approvalAnswer(command), "client");
    return known ? { ok: true } : unknownRequest(command.request_id, approvals);
  }

  #state(): unknown {
    const { approvals, questions } = this.#interactions.pending();
    return {
      busy: this.#turnRunning,
      queued: this.#queue.length,
      messages: this.#session.messageCount,
      pending: { approvals, questions },
      grants: this.#session.grants.list(),
    };
  }

  #withdraw(tools: readonly string[]): number {
    const { grants } = this.#session;
    return tools.reduce((count, tool) => count + grants.withdraw(tool === "*" ? undefined : tool), 0);
  }

  async #prompt(command: Prompt): Promise<void> {
    // A client that has read turn.completed is right to send the next prompt, even if we are still tidying up.
    const busy = this.#turnRunning && (!this.#turnAnnounced || this.#queue.length > 0);
    const supersedes = busy && command.on_busy === undefined &&
      this.#interactions.supersede("a new message came instead of a decision");
    if (busy && !supersedes && command.on_busy !== "queue") {
      const message =
        'Cannot start a turn: another one is running. Wait for it, cancel it, or send on_busy: "queue"';
      return await this.#respond(command.id, { ok: false, error: { code: "busy", message } });
    }
    this.#turnsTaken++;
    await this.#respond(command.id, { ok: true, ...(busy && { result: { queued: true } }) });
    if (this.#closing) return;
    this.#queue.push(command);
    if (this.#turnRunning) return;
    this.#turnRunning = true;
    this.#turns = this.#runQueue();
    this.#turns.catch((error) => this.#fail(error));
  }

  async #runQueue(): Promise<void> {
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        await this.#runTurn(next);
      }
    } finally {
      this.#turnRunning = false;
    }
  }

  async #runTurn({ id, text }: Prompt): Promise<void> {
    this.#interrupted = false;
    this.#turnAnnounced = false;
    for await (const event of this.#session.prompt(text, { inputId: id })) await this.#write(event);
  }

  async #write(event: AgentEvent): Promise<void> {
    if (event.type === "turn.completed") {
      this.#turnAnnounced = true;
      this.#exitCode = this.#interrupted ? EXIT.sigint : exitCodeOf(event);
    }
    if (!this.#optOut.has(event.type)) await this.#writer.write(event);
  }

  /** Ends the running turn and drops those that wait; resolves once its last event has been written. */
  async #stop(by: "cancel" | "policy", why: string): Promise<void> {
    this.#close(by, why);
    this.#queue.length = 0;
    this.#session.cancel();
    await this.#turns;
  }

  #finish(end: SessionEnd): void {
    this.#ended.resolve(this.#terminated ?? end);
  }

  /** Nobody reads any more: working on would cost money and change things unseen. */
  #fail(error: unknown): void {
    this.#queue.length = 0;
    this.#session.cancel();
    this.#ended.reject(error);
  }

  /** From now on nobody can answer: what is asked, or will be, is settled at once. */
  #close(by: "eof" | "cancel" | "policy", why: string): void {
    this.#closing = true;
    this.#interactions.withdraw(by, why);
  }

  async #respond(id: string | null, answer: Answer): Promise<void> {
    await this.#writer.write({ type: "response", id, ...answer });
  }
}

function unknownRequest(requestId: string, valid: readonly string[]): Answer {
  const message = `Cannot answer ${JSON.stringify(requestId)}: nothing of that id waits`;
  return { ok: false, error: { code: "not_found", message, valid } };
}
