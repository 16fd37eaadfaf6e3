/**
 * A turn as one JSON document.
 *
 * @module
 */
import type { AgentEventOf } from "../../agent/agent_event.ts";

/**
 * Writes the last event of a turn, and whose turn it was, as a line.
 *
 * @param sessionId The session.
 * @param turn How the turn ended.
 *
 * @example
 * ```ts
 * await output.write(turnDocument(session.id, event));
 * ```
 */
export function turnDocument(
  sessionId: string,
  { type, ...fields }: AgentEventOf<"turn.completed">,
): string {
  return `${JSON.stringify({ type, session_id: sessionId, ...fields })}\n`;
}
