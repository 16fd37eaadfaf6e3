/**
 * A session driven by commands.
 *
 * @module
 */
import type { Agent } from "../../agent/assemble_agent.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import { EXIT } from "../exit_code.ts";
import { type Answer, refusal } from "./answer.ts";
import { carryOut, type CommandScene } from "./carry_out.ts";
import { type JsonCommand, parseCommand } from "./command.ts";
import type { EventWriter } from "./event_writer.ts";
import type { Line } from "./read_lines.ts";
import { PROTOCOL } from "./protocol.ts";
import type { SessionStarted } from "./session_event.ts";
import { type Prompt, TurnQueue } from "./turn_queue.ts";
import { TurnWriter } from "./turn_writer.ts";

/** What a JSON session needs. */
export interface JsonSessionOptions {
  readonly agent: Pick<Agent, "interactions" | "clock" | "registry">;
  readonly session: AgentSession;
  readonly writer: EventWriter;
  /** Its first line, which whoever runs it writes. */
  readonly opening: SessionStarted;
  /** Opens the model that `set` names. */
  readonly openModel: CommandScene["openModel"];
}

/** How a session ended. */
export interface SessionEnd {
  readonly exitCode: number;
  /** `eof`, `shutdown`, `signal`, `unsupported_protocol`. */
  readonly reason: string;
}

/**
 * Reads commands, answers each once, and writes the events of the turns that they start. Turns run one after the
 * other while commands are read: an approval arrives in the middle of the turn that asked for it.
 *
 * @example
 * ```ts
 * const json = new JsonSession({ agent, session, writer, opening, openModel });
 * const end = await json.run(readLines(input.chunks(), MAX_LINE_BYTES));
 * ```
 */
export class JsonSession {
  readonly #scene: CommandScene;
  readonly #queue: TurnQueue;
  readonly #writer: EventWriter;
  readonly #ended = Promise.withResolvers<SessionEnd>();
  #handling: Promise<void> = Promise.resolve();
  /** Why nobody can answer any more, once that is so. */
  #closing: string | undefined;
  /** How a signal ends the session, whatever else is ending it. */
  #terminated: SessionEnd | undefined;

  /** @param options See {@linkcode JsonSessionOptions}. */
  constructor({ agent, session, writer, opening, openModel }: JsonSessionOptions) {
    const { interactions, clock, registry } = agent;
    const onFailure = (error: unknown) => this.#fail(error);
    const turns = new TurnWriter({ writer, clock, onFailure });
    this.#writer = writer;
    this.#queue = new TurnQueue({ session, interactions, writer, turns, onFailure });
    const { model } = opening;
    this.#scene = { session, interactions, registry, queue: this.#queue, turns, opening, model, openModel };
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
   * A first interrupt cancels the turn and drops the prompts behind it; without one to cancel it ends the session.
   *
   * @returns False when there was nothing to cancel, or it was being cancelled already.
   */
  interrupt(): boolean {
    return this.#queue.interrupt();
  }

  /** Ends the session with the turn that runs, for a signal that asks the program to go. */
  async terminate(exitCode: number): Promise<void> {
    this.#terminated = { exitCode, reason: "signal" };
    await this.#stop("cancel", "the program is ending");
    // A prompt that was accepted a moment ago is still to be told that it will not run.
    await this.#handling.catch(() => {});
    this.#finish(this.#terminated);
  }

  async #readAll(lines: AsyncIterable<Line>): Promise<void> {
    for await (const line of lines) {
      if (this.#closing !== undefined) return;
      this.#handling = "error" in line ? this.#refuseLine(line) : this.#handle(line.text);
      await this.#handling;
    }
    this.#close("eof", "the input has ended");
    await this.#queue.idle();
    this.#finish({ exitCode: this.#queue.exitCode, reason: "eof" });
  }

  async #refuseLine(line: Exclude<Line, { text: string }>): Promise<void> {
    const answer = line.error === "line_too_long"
      ? refusal("line_too_long", `Cannot read the line: it is longer than ${line.limitBytes} bytes`)
      : refusal("parse_error", `Cannot read the line: byte ${line.offset} is no UTF-8`);
    await this.#respond(null, answer);
  }

  async #handle(text: string): Promise<void> {
    const parsed = parseCommand(text);
    if ("refusal" in parsed) {
      const { id, ...error } = parsed.refusal;
      return await this.#respond(id, { ok: false, error });
    }
    const { command } = parsed;
    if (command.type === "prompt") return await this.#prompt(command);
    await this.#respond(command.id, await carryOut(command, this.#scene));
    await this.#endAfter(command);
  }

  async #endAfter(command: JsonCommand): Promise<void> {
    if (command.type === "initialize" && command.protocol !== PROTOCOL) {
      await this.#stop("policy", "the protocol is not supported");
      this.#finish({ exitCode: EXIT.usage, reason: "unsupported_protocol" });
    }
    if (command.type === "shutdown") {
      await this.#stop("cancel", "the client shut the session down");
      this.#finish({ exitCode: this.#queue.exitCode, reason: "shutdown" });
    }
  }

  async #prompt(prompt: Prompt): Promise<void> {
    const { accepted, answer } = this.#queue.admit(prompt);
    await this.#respond(prompt.id, answer);
    if (!accepted) return;
    if (this.#closing === undefined) this.#queue.start(prompt);
    else this.#queue.tellDropped(prompt.id, this.#closing);
  }

  /** Ends the running turn and drops those that wait; resolves once its last event has been written. */
  async #stop(by: "cancel" | "policy", why: string): Promise<void> {
    this.#close(by, why);
    this.#queue.drop(why);
    this.#scene.session.cancel();
    await this.#queue.idle();
  }

  #finish(end: SessionEnd): void {
    this.#ended.resolve(this.#terminated ?? end);
  }

  /** Nobody reads any more: working on would cost money and change things unseen. */
  #fail(error: unknown): void {
    this.#queue.abandon();
    this.#ended.reject(error);
  }

  /** From now on nobody can answer: what is asked, or will be, is settled at once. */
  #close(by: "eof" | "cancel" | "policy", why: string): void {
    this.#closing = why;
    this.#scene.interactions.withdraw(by, why);
  }

  async #respond(id: string | null, answer: Answer): Promise<void> {
    await this.#writer.write({ type: "response", id, ...answer });
  }
}
