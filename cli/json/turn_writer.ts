/**
 * Writes the events of turns.
 *
 * @module
 */
import type { AgentEvent } from "../../agent/agent_event.ts";
import type { Clock } from "../../shells/clock.ts";
import type { EventWriter } from "./event_writer.ts";
import { Heartbeat } from "./heartbeat.ts";

/** What a client may do without: each of these is told again, or told by what follows. */
export const OPTIONAL_EVENTS: readonly string[] = ["message.delta", "tool.started", "retry", "heartbeat"];

/** Settings of {@linkcode TurnWriter}. */
export interface TurnWriterOptions {
  readonly writer: EventWriter;
  readonly clock: Pick<Clock, "after">;
  /** Is told when nobody reads any more while nothing but heartbeats is written. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Leaves out what the client does not want, and lets a heartbeat be heard in the silence between events.
 *
 * @example
 * ```ts
 * const turns = new TurnWriter({ writer, clock, onFailure: () => session.cancel() });
 * for await (const event of session.prompt("hi")) await turns.write(event);
 * ```
 */
export class TurnWriter {
  readonly #writer: EventWriter;
  readonly #heartbeat: Heartbeat;
  readonly #optOut = new Set<string>();

  /** @param options See {@linkcode TurnWriterOptions}. */
  constructor({ writer, clock, onFailure }: TurnWriterOptions) {
    this.#writer = writer;
    this.#heartbeat = new Heartbeat({
      clock,
      onFailure,
      beat: async (event) => {
        if (!this.#optOut.has(event.type)) await this.#writer.write({ ...event });
      },
    });
  }

  /**
   * Leaves events out from now on.
   *
   * @param types Their types; those that are not {@linkcode OPTIONAL_EVENTS} are written all the same.
   * @returns All that are left out by now.
   */
  optOut(types: readonly string[]): string[] {
    for (const type of types) if (OPTIONAL_EVENTS.includes(type)) this.#optOut.add(type);
    return OPTIONAL_EVENTS.filter((type) => this.#optOut.has(type));
  }

  /**
   * Writes an event of the running turn.
   *
   * @param event The event.
   * @throws {OutputClosedError} If the reader is gone.
   */
  async write(event: AgentEvent): Promise<void> {
    this.#heartbeat.follow(event);
    if (this.#optOut.has(event.type)) return;
    this.#heartbeat.pause();
    await this.#writer.write(event);
    this.#heartbeat.restart();
  }

  /** Writes an event of a turn that ran before, marked as a replay. */
  async replay(event: AgentEvent): Promise<void> {
    if (!this.#optOut.has(event.type)) await this.#writer.write({ ...event, replay: true });
  }
}
