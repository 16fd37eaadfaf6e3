/**
 * The audit records of one turn.
 *
 * @module
 */
import type { AuditRecord } from "../shells/audit.ts";
import type { AgentEventOf } from "./agent_event.ts";

/**
 * Keeps the records of a turn's calls, and what was denied among them.
 *
 * @example
 * ```ts
 * const records = new TurnRecords();
 * defaultShells(services, { ...turn, sink: records.sink });
 * ```
 */
export class TurnRecords {
  /** What was denied, in order. */
  readonly denials: AgentEventOf<"turn.completed">["denials"] = [];
  readonly #records = new Map<string, AuditRecord>();

  /** Takes each record. */
  readonly sink = (record: AuditRecord): void => {
    this.#records.set(record.call_id, record);
    if (record.approval?.decision !== "deny") return;
    const { by, reason } = record.approval;
    this.denials.push({
      call_id: record.call_id,
      tool: record.tool_name,
      by,
      ...(reason !== undefined && { reason }),
    });
  };

  /** When each call began, RFC 3339, by its id. */
  times(): Record<string, string> {
    return Object.fromEntries([...this.#records].map(([callId, { time }]) => [callId, time]));
  }

  /** The record of a call, once it has ended. */
  of(callId: string): AuditRecord | undefined {
    return this.#records.get(callId);
  }
}
