/**
 * Remembers what came of prompts.
 *
 * @module
 */
import type { AgentEvent } from "../../agent/agent_event.ts";

/** Turns that are remembered; the oldest goes first. */
export const MAX_REPLAYED_TURNS = 100;

/** A turn of a prompt with an idempotency key. */
interface RememberedTurn {
  readonly text: string;
  /** Its events so far; complete with `turn.completed`. */
  readonly events: AgentEvent[];
}

/**
 * The events of the last {@linkcode MAX_REPLAYED_TURNS} turns that a client gave a key to, for as long as the program
 * runs. What tools did is remembered elsewhere, and longer.
 *
 * @example
 * ```ts
 * const memory = new ReplayMemory();
 * const events = memory.begin("key-1", "Where is A-1024?");
 * memory.textOf("key-1"); // "Where is A-1024?"
 * ```
 */
export class ReplayMemory {
  readonly #turns = new Map<string, RememberedTurn>();

  /** Turns that are remembered. */
  get size(): number {
    return this.#turns.size;
  }

  /** What was asked under a key; `undefined` when it is new. */
  textOf(key: string): string | undefined {
    return this.#turns.get(key)?.text;
  }

  /**
   * Takes a key for a turn that is about to run.
   *
   * @param key The client's key.
   * @param text What the turn is asked.
   * @returns Where the turn's events are to be put.
   */
  begin(key: string, text: string): AgentEvent[] {
    const turn: RememberedTurn = { text, events: [] };
    this.#turns.set(key, turn);
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size <= MAX_REPLAYED_TURNS) break;
      this.#turns.delete(oldest);
    }
    return turn.events;
  }

  /** The events of a turn that has ended; `undefined` when there is none of that key. */
  eventsOf(key: string): readonly AgentEvent[] | undefined {
    const events = this.#turns.get(key)?.events;
    return events?.at(-1)?.type === "turn.completed" ? events : undefined;
  }
}
