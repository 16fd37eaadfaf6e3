/**
 * What a turn lends to its shells.
 *
 * @module
 */
import type { LoopWatch } from "../shells/loop_watch.ts";
import type { AgentEvent } from "./agent_event.ts";
import type { ShellTurn } from "./default_shells.ts";
import { type BreakerHandoffServices, handOffBreaker } from "./hand_off_breaker.ts";
import type { SessionPrivacy } from "./session_privacy.ts";
import type { TurnRecords } from "./turn_records.ts";

/** What it is made of. */
export interface ShellTurnParts extends Pick<ShellTurn, "sessionId" | "turnId" | "epoch" | "grants"> {
  readonly records: TurnRecords;
  readonly privacy: SessionPrivacy;
  readonly watch: LoopWatch;
  readonly handoffs: BreakerHandoffServices;
  readonly emit: (event: AgentEvent) => void;
}

/**
 * Ties the shells to a turn: its records, its secrets, and whom it tells when a tool is switched off.
 *
 * @param parts See {@linkcode ShellTurnParts}.
 *
 * @example
 * ```ts
 * defaultShells(services, shellTurn(parts));
 * ```
 */
export function shellTurn({ records, privacy, handoffs, emit, ...turn }: ShellTurnParts): ShellTurn {
  const { guard } = privacy;
  return {
    ...turn,
    sink: records.sink,
    ...(guard && { guard }),
    onOpen: (opening, { messages }) =>
      handOffBreaker(
        opening,
        messages,
        { ...handoffs, reveal: (text) => privacy.reveal(text) },
        (event) => emit({ ...event, turn_id: turn.turnId }),
      ),
  };
}
