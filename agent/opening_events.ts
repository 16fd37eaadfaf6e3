/**
 * What is told of a turn before it has begun.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "./agent_event.ts";

/** What must be told at once, because nothing else is for as long as it lasts. */
const AT_ONCE = "session_busy";

/**
 * Holds a turn's events back until it is announced: whoever reads `turn.started` may rely on the user's words being on
 * the disk. Only a wait for another process is told at once.
 *
 * @example
 * ```ts
 * const opening = new OpeningEvents((event) => queue.push(event), { type: "turn.started", turn_id: "trn_1" });
 * opening.begin();
 * ```
 */
export class OpeningEvents {
  readonly #push: (event: AgentEvent) => void;
  readonly #first: AgentEventOf<"turn.started">;
  readonly #held: AgentEvent[] = [];
  #begun = false;

  /**
   * @param push Takes each event.
   * @param first The announcement.
   */
  constructor(push: (event: AgentEvent) => void, first: AgentEventOf<"turn.started">) {
    this.#push = push;
    this.#first = first;
  }

  /** Tells an event, or keeps it until the turn has begun. */
  emit(event: AgentEvent): void {
    if (this.#begun || (event.type === "warning" && event.code === AT_ONCE)) this.#push(event);
    else this.#held.push(event);
  }

  /** Announces the turn, once, and tells what was held back. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#push(this.#first);
    for (const event of this.#held.splice(0)) this.#push(event);
  }
}
