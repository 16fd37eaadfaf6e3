/**
 * Runs the turns that prompts ask for.
 *
 * @module
 */
import type { AgentEvent, TokenCount } from "../../agent/agent_event.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import type { Interactions } from "../../agent/interactions.ts";
import { EXIT, exitCodeOf } from "../exit_code.ts";
import { type Answer, refusal } from "./answer.ts";
import type { JsonCommand } from "./command.ts";
import type { EventWriter } from "./event_writer.ts";
import { type RememberedTurn, ReplayMemory } from "./replay_memory.ts";
import type { TurnWriter } from "./turn_writer.ts";

/** A command that asks for a turn. */
export type Prompt = Extract<JsonCommand, { type: "prompt" }>;

/** Settings of {@linkcode TurnQueue}. */
export interface TurnQueueOptions {
  readonly session: AgentSession;
  readonly interactions: Interactions;
  readonly writer: EventWriter;
  readonly turns: TurnWriter;
  /** Is told when nobody reads any more. */
  readonly onFailure: (error: unknown) => void;
}

/** A prompt that waits for its turn. */
interface Waiting {
  readonly prompt: Prompt;
  /** The turn of its key; held here, so that it cannot be forgotten before it is told again. */
  readonly turn: RememberedTurn | undefined;
  /** The turn is another prompt's. */
  readonly repeats: boolean;
}

/** Whether a prompt may run, and what to answer. */
export interface Admission {
  readonly answer: Answer;
  readonly accepted: boolean;
}

/**
 * Runs turns one after the other, in the order of their prompts. A prompt whose key was seen before gets the events of
 * the turn that ran then; because it queues behind that turn, it never has to wait for it in any other way.
 *
 * @example
 * ```ts
 * const { accepted, answer } = queue.admit(prompt);
 * if (accepted) queue.start(prompt);
 * await queue.idle();
 * ```
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #waiting: Waiting[] = [];
  readonly #memory = new ReplayMemory();
  #running: Promise<void> = Promise.resolve();
  #busy = false;
  #announced = false;
  #taken = 0;
  #completed = 0;
  #usage: TokenCount | undefined;
  #exitCode: number = EXIT.completed;
  #interrupted = false;

  /** @param options See {@linkcode TurnQueueOptions}. */
  constructor(options: TurnQueueOptions) {
    this.#options = options;
  }

  /** Prompts that were accepted so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Is a turn running, or one on its way out? */
  get running(): boolean {
    return this.#busy;
  }

  /**
   * Would a prompt have to wait? A client that has read turn.completed is right to send the next command, even if we
   * are still tidying up.
   */
  get busy(): boolean {
    return this.#busy && (!this.#announced || this.#waiting.length > 0);
  }

  /** The code of the last turn. */
  get exitCode(): number {
    return this.#exitCode;
  }

  /** What `state` tells of the turns. */
  describe(): Readonly<Record<string, unknown>> {
    return {
      busy: this.#busy,
      turns: this.#completed,
      queued: this.#waiting.length,
      queue: this.#waiting.map(({ prompt }) => prompt.id),
      usage: this.#usage ?? null,
      replays: this.#memory.size,
    };
  }

  /** Decides on a prompt. An approval that waits is denied when the prompt says nothing of waiting. */
  admit(prompt: Prompt): Admission {
    const { busy } = this;
    const known = this.#find(prompt);
    if (known) {
      if (known.text !== prompt.text) {
        const message =
          "Cannot take the prompt: its idempotency_key was used with another text. Send a new key";
        return { accepted: false, answer: refusal("bad_request", message) };
      }
      return {
        accepted: true,
        answer: { ok: true, result: { replay: true, ...(busy && { queued: true }) } },
      };
    }
    const supersedes = busy && prompt.on_busy === undefined &&
      this.#options.interactions.supersede("a new message came instead of a decision");
    if (busy && !supersedes && prompt.on_busy !== "queue") {
      const message =
        'Cannot start a turn: another one is running. Wait for it, cancel it, or send on_busy: "queue"';
      return { accepted: false, answer: refusal("busy", message) };
    }
    this.#taken++;
    return { accepted: true, answer: { ok: true, ...(busy && { result: { queued: true } }) } };
  }

  /** Runs a prompt as soon as those before it have run. */
  start(prompt: Prompt): void {
    const { idempotency_key: key, text } = prompt;
    const known = this.#find(prompt);
    const turn = known ?? (key === undefined ? undefined : this.#memory.begin(key, text));
    this.#waiting.push({ prompt, turn, repeats: known !== undefined });
    if (this.#busy) return;
    this.#busy = true;
    this.#running = this.#runAll();
    this.#running.catch(this.#options.onFailure);
  }

  /** Resolves once nothing runs and nothing waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** A first interrupt cancels the turn. False when there is none, or it was cancelled by an interrupt already. */
  interrupt(): boolean {
    if (!this.#busy || this.#interrupted) return false;
    this.#interrupted = true;
    this.drop("the turn before it was interrupted");
    return this.#options.session.cancel();
  }

  /** Forgets the prompts that wait, and says so. */
  drop(why: string): void {
    for (const { prompt, turn, repeats } of this.#waiting.splice(0)) {
      if (turn && !repeats) this.#memory.forget(turn.key);
      this.tellDropped(prompt.id, why);
    }
  }

  /** Says that an accepted prompt will not run. */
  tellDropped(id: string, why: string): void {
    this.#options.writer.write({
      type: "warning",
      code: "prompt_dropped",
      input_id: id,
      message: `The prompt did not run: ${why}`,
      retryable: true,
    }).catch(this.#options.onFailure);
  }

  /** Nobody reads any more: what waits is forgotten without a word. */
  abandon(): void {
    this.#waiting.length = 0;
    this.#options.session.cancel();
  }

  #find({ idempotency_key: key }: Prompt): RememberedTurn | undefined {
    return key === undefined ? undefined : this.#memory.find(key);
  }

  async #runAll(): Promise<void> {
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#run(next);
    } finally {
      this.#busy = false;
    }
  }

  async #run({ prompt: { id, text }, turn, repeats }: Waiting): Promise<void> {
    this.#interrupted = false;
    this.#announced = false;
    if (turn && repeats) return await this.#replay(turn.events, id);
    for await (const event of this.#options.session.prompt(text, { inputId: id })) {
      turn?.events.push(event);
      if (event.type === "turn.completed") {
        this.#completed++;
        this.#usage = event.usage.session;
      }
      this.#announce(event);
      await this.#options.turns.write(event);
    }
  }

  async #replay(events: readonly AgentEvent[], inputId: string): Promise<void> {
    for (const event of events) {
      this.#announce(event);
      await this.#options.turns.replay(
        event.type === "turn.started" ? { ...event, input_id: inputId } : event,
      );
    }
  }

  #announce(event: AgentEvent): void {
    if (event.type !== "turn.completed") return;
    this.#announced = true;
    this.#exitCode = this.#interrupted ? EXIT.sigint : exitCodeOf(event);
  }
}
