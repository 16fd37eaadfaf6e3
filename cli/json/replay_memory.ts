/**
 * Remembers what came of prompts.
 *
 * @module
 */
import type { AgentEvent } from "../../agent/agent_event.ts";

/** Turns that are remembered; the oldest goes first. */
export const MAX_REPLAYED_TURNS = 100;

/** A turn of a prompt with an idempotency key. */
export interface RememberedTurn {
  readonly key: string;
  /** What was asked. */
  readonly text: string;
  /** Its events so far; complete with `turn.completed`. */
  readonly events: AgentEvent[];
}

/**
 * The last {@linkcode MAX_REPLAYED_TURNS} turns that a client gave a key to, for as long as the program runs. What
 * tools did is remembered elsewhere, and longer.
 *
 * @example
 * ```ts
 * const memory = new ReplayMemory();
 * memory.begin("key-1", "Where is A-1024?").events.push(event);
 * memory.find("key-1")?.text; // "Where is A-1024?"
 * ```
 */
export class ReplayMemory {
  readonly #turns = new Map<string, RememberedTurn>();

  /** Turns that are remembered. */
  get size(): number {
    return this.#turns.size;
  }

  /** The turn of a key; `undefined` when it is new, or so old that it was forgotten. */
  find(key: string): RememberedTurn | undefined {
    return this.#turns.get(key);
  }

  /** Takes a key for a turn that is going to run; the oldest one that has ended may be forgotten for it. */
  begin(key: string, text: string): RememberedTurn {
    const turn: RememberedTurn = { key, text, events: [] };
    this.#turns.set(key, turn);
    for (const [oldest, { events }] of this.#turns) {
      if (this.#turns.size <= MAX_REPLAYED_TURNS) break;
      if (events.at(-1)?.type === "turn.completed") this.#turns.delete(oldest);
    }
    return turn;
  }

  /** Gives a key back: its turn will not run. */
  forget(key: string): void {
    this.#turns.delete(key);
  }
}
