/**
 * The call log's part in a turn.
 *
 * @module
 */
import type { AgentSessionOptions } from "./agent_session_options.ts";
import { CallRecorder } from "./calls/call_recorder.ts";
import type { SessionPrivacy } from "./session_privacy.ts";
import type { TurnRecords } from "./turn_records.ts";

/** What belongs to one turn. */
export interface RecordedTurn {
  readonly turnId: string;
  readonly records: TurnRecords;
  /** Asked for each record: another process's turn may have replaced it. */
  readonly privacy: () => SessionPrivacy;
}

/**
 * Opens the recorder of a turn.
 *
 * @param session The session's options.
 * @param turn See {@linkcode RecordedTurn}.
 * @returns `undefined` when calls are not logged.
 *
 * @example
 * ```ts
 * turnRecorder(options, { turnId, records, privacy })?.take(event);
 * ```
 */
export function turnRecorder(
  { id, callLog, model, profile, clock }: AgentSessionOptions,
  { turnId, records, privacy }: RecordedTurn,
): CallRecorder | undefined {
  return callLog && new CallRecorder({
    callLog,
    records,
    clock,
    sessionId: id,
    turnId,
    model: model.id,
    profile,
    mask: (value) => privacy().forLog(value),
  });
}
