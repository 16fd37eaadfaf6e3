/**
 * The last event of a turn.
 *
 * @module
 */
import type { AgentEventOf, TokenCount } from "./agent_event.ts";
import type { NamedModel } from "./models/create_model.ts";
import { costOf } from "./models/model_price.ts";
import type { ToolLoopOutcome } from "./run_tool_loop.ts";
import { turnStatus } from "./turn_status.ts";

/** What is known of a turn that has ended. */
export interface EndedTurn {
  readonly turnId: string;
  readonly outcome: ToolLoopOutcome;
  readonly denials: AgentEventOf<"turn.completed">["denials"];
  /** A denial has ended it. */
  readonly stoppedByDenial: boolean;
  readonly model: Pick<NamedModel, "price" | "contextWindow">;
  /** What the session took so far, this turn included. */
  readonly sessionUsage: TokenCount;
  readonly durationMs: number;
}

/**
 * Tells how a turn ended, what it took, and what that cost.
 *
 * @param turn See {@linkcode EndedTurn}.
 *
 * @example
 * ```ts
 * emit(turnCompleted({ turnId, outcome, denials, stoppedByDenial, model, sessionUsage, durationMs }));
 * ```
 */
export function turnCompleted(turn: EndedTurn): AgentEventOf<"turn.completed"> {
  const { turnId, outcome, denials, stoppedByDenial, model, sessionUsage, durationMs } = turn;
  return {
    type: "turn.completed",
    turn_id: turnId,
    status: turnStatus(outcome, denials.length > 0, stoppedByDenial),
    stop_reason: outcome.stopReason,
    text: outcome.text,
    ...(outcome.error && { error: outcome.error }),
    denials,
    usage: {
      turn: outcome.usage,
      session: sessionUsage,
      last_call: outcome.lastCall,
      context_window: windowOf(model),
    },
    cost_usd: costOf(outcome.usage, model.price),
    steps: outcome.steps,
    duration_ms: durationMs,
  };
}

function windowOf({ contextWindow }: Pick<NamedModel, "contextWindow">): number | null {
  return contextWindow !== undefined && Number.isFinite(contextWindow) ? contextWindow : null;
}
