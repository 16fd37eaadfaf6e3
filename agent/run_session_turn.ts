/**
 * One turn of a session: its tools in their shells, and the loop that calls them.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { composeToolShells } from "../shells/compose_tool_shells.ts";
import { LoopWatch } from "../shells/loop_watch.ts";
import type { AgentEvent } from "./agent_event.ts";
import type { AgentSessionOptions } from "./agent_session_options.ts";
import { citedPassages } from "./cited_passages.ts";
import type { TurnContext } from "./context/turn_context.ts";
import { defaultShells } from "./default_shells.ts";
import type { ToolLoopOutcome } from "./run_tool_loop.ts";
import type { SessionJournal } from "./sessions/session_journal.ts";
import { shellTurn, type ShellTurnParts } from "./shell_turn.ts";

/** What a turn is run with. */
export interface SessionTurn {
  readonly session: AgentSessionOptions;
  readonly turn: Pick<ShellTurnParts, "turnId" | "epoch" | "grants" | "records" | "privacy"> & {
    /** What the user said. */
    readonly text: string;
    readonly journal: SessionJournal;
  };
  /** The conversation, what the user just said included. */
  readonly history: readonly ModelMessage[];
  readonly context: TurnContext;
  readonly emit: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Chooses the tools for what was said, puts the shells around them and asks the model until it has answered.
 *
 * @param options See {@linkcode SessionTurn}.
 *
 * @example
 * ```ts
 * const outcome = await runSessionTurn({ session, turn, history, context, emit, signal });
 * ```
 */
export async function runSessionTurn(
  { session, turn: { text, journal, ...parts }, history, context, emit, signal }: SessionTurn,
): Promise<ToolLoopOutcome> {
  const { id: sessionId, tables, shells, handoffs, limits, model, instructions, newId, clock } = session;
  const { turnId, records, privacy: { guard } } = parts;
  const ofTurn = <E extends object>(event: E) => ({ ...event, turn_id: turnId });
  const earlier = history.slice(0, -1).flatMap(({ role, content }) =>
    role === "user" && typeof content === "string" ? [content] : []
  );
  const registry = await tables.select(text, (event) => emit(ofTurn(event)), earlier);
  const watch = new LoopWatch();
  const turn = shellTurn({ ...parts, sessionId, watch, handoffs, emit });
  // The AI SDK is the slowest thing there is to load, and a session is of use before its first turn.
  const { runToolLoop } = await import("./run_tool_loop.ts");
  return await runToolLoop({
    turnId,
    model: model.model,
    context,
    tools: composeToolShells(registry.getAll(), [...defaultShells(shells, turn), journal.marks]),
    instructions,
    messages: history,
    ...limits,
    signal,
    emit,
    newId,
    clock,
    ...(guard && { newFilter: () => guard.stream() }),
    takeRecord: (callId) => records.of(callId),
    hiddenTools: () => shells.breaker.hidden(),
    isLooping: () => watch.isLooping,
    resolveName: (name) => registry.resolve(name)?.name,
    citationsOf: (text, calls) => citedPassages(text, calls, (event) => emit(ofTurn(event))),
  });
}
