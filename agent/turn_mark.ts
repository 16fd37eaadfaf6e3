/**
 * What a session's file says of a turn beside its messages.
 *
 * @module
 */
import type { AgentSessionOptions } from "./agent_session_options.ts";
import { modelName } from "./models/model_name.ts";
import type { TurnMark } from "./sessions/session_record.ts";
import type { TurnRecords } from "./turn_records.ts";

/**
 * Describes a turn that has ended.
 *
 * @param session The session's options: which model answered, and where the turn came from.
 * @param startedAt When it began, milliseconds since the epoch.
 * @param records Its calls.
 *
 * @example
 * ```ts
 * journal.remember(messages, turnMark(options, startedAt, records));
 * ```
 */
export function turnMark(
  { model, origin }: Pick<AgentSessionOptions, "model" | "origin">,
  startedAt: number,
  records: TurnRecords,
): TurnMark {
  return {
    type: "turn",
    at: new Date(startedAt).toISOString(),
    model: modelName(model),
    ...origin,
    calls: records.times(),
  };
}
