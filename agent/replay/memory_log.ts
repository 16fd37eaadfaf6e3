/**
 * A session's lines that are kept nowhere.
 *
 * @module
 */
import type { SessionLog } from "../sessions/session_file.ts";
import type { SessionRecord } from "../sessions/session_record.ts";

/**
 * Keeps what a session's file would hold, as long as the process lives.
 *
 * @example
 * ```ts
 * const log = new MemoryLog();
 * const session = agent.openSession({ id: "replay", log, interactive: true });
 * ```
 */
export class MemoryLog implements SessionLog {
  /** The lines so far. */
  readonly records: SessionRecord[] = [];

  /** See {@linkcode SessionLog.append}. */
  append(...[messages, mark]: Parameters<SessionLog["append"]>): Promise<void> {
    for (const message of messages) this.records.push({ type: "message", message });
    if (mark) this.records.push(mark);
    return Promise.resolve();
  }

  /** See {@linkcode SessionLog.keep}. */
  keep(mark: Parameters<SessionLog["keep"]>[0]): Promise<void> {
    this.records.push(mark);
    return Promise.resolve();
  }
}
