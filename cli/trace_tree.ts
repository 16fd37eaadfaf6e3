/**
 * A turn's calls as a tree.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "../agent/agent_event.ts";
import { cleanText } from "./clean_text.ts";

type Started = AgentEventOf<"tool.started">;
type Completed = AgentEventOf<"tool.completed">;

/**
 * Collects a turn's events and draws steps, calls, arguments, outcomes and latencies.
 *
 * @example
 * ```ts
 * for await (const event of events) tree.add(event);
 * console.error(tree.draw());
 * ```
 */
export class TraceTree {
  readonly #started: Started[] = [];
  readonly #completed = new Map<string, Completed>();
  #turn: AgentEventOf<"turn.completed"> | undefined;

  /** Takes one event; those that say nothing about calls are passed over. */
  add(event: AgentEvent): void {
    if (event.type === "tool.started") this.#started.push(event);
    if (event.type === "tool.completed") this.#completed.set(event.call_id, event);
    if (event.type === "turn.completed") this.#turn = event;
  }

  /** The tree, several lines, without a line feed at its end. */
  draw(): string {
    const turn = this.#turn;
    const head = turn
      ? `${turn.turn_id} · ${turn.status} · ${turn.steps} ${turn.steps === 1 ? "step" : "steps"} · ${
        Math.round(turn.duration_ms)
      } ms`
      : "turn";
    const steps = [...Map.groupBy(this.#started, ({ step }) => step)];
    const lines = steps.flatMap(([step, calls], at) => {
      const last = at === steps.length - 1;
      const stem = last ? "   " : "│  ";
      const drawn = calls.map((call, position) => {
        const branch = position === calls.length - 1 ? "└─" : "├─";
        return `${stem}${branch} ${this.#drawCall(call)}`;
      });
      return [`${last ? "└─" : "├─"} step ${step}`, ...drawn];
    });
    return [head, ...lines].join("\n");
  }

  #drawCall(call: Started): string {
    const end = this.#completed.get(call.call_id);
    const head = cleanText(`${call.tool} ${JSON.stringify(call.input) ?? ""}`);
    if (!end) return `${head} …`;
    const replayed = end.idempotency?.hit ? " (replayed)" : "";
    return `${head} → ${end.status}${replayed} ${Math.round(end.duration_ms)} ms`;
  }
}
