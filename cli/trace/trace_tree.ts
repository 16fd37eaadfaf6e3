/**
 * A turn's calls as a tree, as they happen.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "../../agent/agent_event.ts";
import { callOutcome } from "../../shells/audit.ts";
import { canonicalJson } from "../../shells/canonical_json.ts";
import type { Language } from "../../tools/types.ts";
import { textStyle } from "../text/text_style.ts";
import { cutToWidth } from "../text/text_width.ts";
import { drawTurn, TRACE_WIDTHS } from "./draw_turn.ts";
import { durationText, traceWording } from "./trace_wording.ts";
import type { TracedCall } from "./traced_turn.ts";

/** Settings of {@linkcode TraceTree}. */
export interface TraceTreeOptions {
  /** Columns, from 40 to 200. */
  readonly width: number;
  readonly language: Language;
  readonly color: boolean;
}

/**
 * Collects a turn's events and draws steps, calls, arguments, outcomes and latencies, and where it went off first.
 *
 * @example
 * ```ts
 * const tree = new TraceTree({ width: output.columns(), language: "en", color: false });
 * for await (const event of events) tree.add(event);
 * console.error(tree.draw());
 * ```
 */
export class TraceTree {
  readonly #options: TraceTreeOptions;
  readonly #calls = new Map<string, TracedCall>();
  readonly #equal = new Map<string, number>();
  readonly #approvals = new Map<string, string>();
  #turn: AgentEventOf<"turn.completed"> | undefined;

  /** @param options See {@linkcode TraceTreeOptions}. */
  constructor(options: TraceTreeOptions) {
    this.#options = options;
  }

  /** Takes one event; those that say nothing about calls are passed over. */
  add(event: AgentEvent): void {
    switch (event.type) {
      case "tool.started":
        return this.#start(event);
      case "tool.completed":
        return this.#complete(event);
      case "approval.requested":
        this.#approvals.set(event.request_id, event.call_id);
        return;
      case "approval.resolved":
        return this.#resolve(event);
      case "turn.completed":
        this.#turn = event;
    }
  }

  /** The tree, several lines, without a line feed at its end. */
  draw(): string {
    const { width, language, color } = this.#options;
    const wording = traceWording(language);
    const turn = this.#turn;
    // The id last: of all this it can be done without in a narrow window.
    const head = turn
      ? [
        wording.turnStatuses[turn.status],
        wording.steps(turn.steps),
        durationText(turn.duration_ms),
        turn.turn_id,
      ].join(" · ")
      : wording.running;
    const style = textStyle(color);
    const drawn = drawTurn([...this.#calls.values()], { width, wording, style, isOver: turn !== undefined });
    return [cutToWidth(head, Math.max(TRACE_WIDTHS.least, width)), ...drawn].join("\n");
  }

  #start({ call_id: callId, tool, step, input }: AgentEventOf<"tool.started">): void {
    const key = canonicalJson([tool, input]);
    const repeat = this.#equal.get(key) ?? 0;
    this.#equal.set(key, repeat + 1);
    this.#calls.set(callId, { callId, tool, step, input, repeat, replayed: false });
  }

  #complete(event: AgentEventOf<"tool.completed">): void {
    const started = this.#calls.get(event.call_id);
    if (!started) return;
    const { status, duration_ms: durationMs, attempts, error, idempotency, circuit, repair } = event;
    const { result } = callOutcome(event.output);
    this.#calls.set(event.call_id, {
      ...started,
      ...(result !== undefined && { result }),
      status,
      durationMs,
      attempts,
      replayed: idempotency?.hit === true,
      ...(error && { errorType: error.code, summary: error.message }),
      ...(circuit && { circuit: circuit.state }),
      ...(repair && { repair }),
    });
  }

  #resolve({ request_id, decision, by, reason }: AgentEventOf<"approval.resolved">): void {
    const call = this.#calls.get(this.#approvals.get(request_id) ?? "");
    if (!call) return;
    const approval = { decision, by, ...(reason !== undefined && { reason }) };
    this.#calls.set(call.callId, { ...call, approval });
  }
}
