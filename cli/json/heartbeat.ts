/**
 * A sign of life while a turn is silent.
 *
 * @module
 */
import type { AgentEvent } from "../../agent/agent_event.ts";
import type { Clock } from "../../shells/clock.ts";

/** How long nothing is written before a heartbeat is, in milliseconds. */
export const HEARTBEAT_MS = 15_000;

/** What a silent turn waits for. */
export type HeartbeatState = "model" | "tool" | "approval";

/** The event, without its envelope. */
export interface HeartbeatEvent {
  readonly type: "heartbeat";
  readonly turn_id: string;
  readonly state: HeartbeatState;
}

/** Settings of {@linkcode Heartbeat}. */
export interface HeartbeatOptions {
  readonly clock: Pick<Clock, "after">;
  /** Writes one; the next silence begins when it has. */
  readonly beat: (event: HeartbeatEvent) => Promise<void>;
  /** Is told when a heartbeat could not be written: nobody reads any more. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Follows a turn's events, knows by them what the turn waits for, and says so after each {@linkcode HEARTBEAT_MS} of
 * silence. Between turns it is silent.
 *
 * @example
 * ```ts
 * const heartbeat = new Heartbeat({ clock, beat: (event) => writer.write(event), onFailure });
 * heartbeat.follow(event);
 * heartbeat.restart();
 * ```
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #tools = new Set<string>();
  readonly #requests = new Set<string>();
  #turnId: string | undefined;
  #stopTimer = () => {};

  /** @param options See {@linkcode HeartbeatOptions}. */
  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Takes note of an event, whether or not it is written. */
  follow(event: AgentEvent): void {
    switch (event.type) {
      case "warning":
        // The one thing that may take long before a turn begins.
        if (event.code === "session_busy" && event.turn_id !== undefined) this.#turnId = event.turn_id;
        break;
      case "turn.started":
        this.#turnId = event.turn_id;
        this.#tools.clear();
        this.#requests.clear();
        break;
      case "tool.started":
        this.#tools.add(event.call_id);
        break;
      case "tool.completed":
        this.#tools.delete(event.call_id);
        break;
      case "approval.requested":
      case "question.asked":
        this.#requests.add(event.request_id);
        break;
      case "approval.resolved":
      case "question.answered":
        this.#requests.delete(event.request_id);
        break;
      case "turn.completed":
        this.stop();
        break;
    }
  }

  /** Something has been written: the silence begins anew. */
  restart(): void {
    this.pause();
    if (this.#turnId !== undefined) {
      this.#stopTimer = this.#options.clock.after(HEARTBEAT_MS, () => this.#beat());
    }
  }

  /** Something is being written: a reader that is slow hears no heartbeats on top of it. */
  pause(): void {
    this.#stopTimer();
    this.#stopTimer = () => {};
  }

  /** The turn is over. */
  stop(): void {
    this.pause();
    this.#turnId = undefined;
  }

  #beat(): void {
    const turnId = this.#turnId;
    if (turnId === undefined) return;
    this.#options.beat({ type: "heartbeat", turn_id: turnId, state: this.#state() }).then(
      () => this.restart(),
      (error) => {
        this.stop();
        this.#options.onFailure(error);
      },
    );
  }

  #state(): HeartbeatState {
    if (this.#requests.size > 0) return "approval";
    return this.#tools.size > 0 ? "tool" : "model";
  }
}
