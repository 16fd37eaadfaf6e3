/**
 * Begins a turn among processes that share a session.
 *
 * @module
 */
import type { AgentEvent } from "./agent_event.ts";
import type { SessionLog, SessionTurn } from "./sessions/session_file.ts";
import { sessionWarnings } from "./sessions/session_warnings.ts";

/** What a turn begins with. */
export interface BeginTurnOptions {
  readonly log: SessionLog;
  /** The session. */
  readonly id: string;
  readonly turnId: string;
  readonly emit: (event: AgentEvent) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the turn of another process, aloud.
 *
 * @param options See {@linkcode BeginTurnOptions}.
 * @returns `undefined` when the session is not shared, or cannot be locked: that is told of, and ends no turn.
 * @throws {SessionLockedError} If the other turn does not end in time.
 * @throws {Error} If a newer program has written to the session.
 *
 * @example
 * ```ts
 * const turn = await beginTurn({ log, id: "ses_1", turnId: "trn_1", emit, signal });
 * ```
 */
export async function beginTurn(options: BeginTurnOptions): Promise<SessionTurn | undefined> {
  const { log, id, turnId, emit, signal } = options;
  const warn = (code: string, message: string, hint?: string) =>
    emit({
      type: "warning",
      turn_id: turnId,
      code,
      message,
      ...(hint !== undefined && { hint }),
      retryable: false,
    });
  try {
    const turn = await log.beginTurn?.({
      signal,
      onWait: () =>
        warn("session_busy", `Another process runs a turn of session ${id}: waiting until it ends`),
    });
    if (turn?.changed) {
      for (const { en } of sessionWarnings(id, turn.changed)) warn("session_repaired", en);
    }
    return turn;
  } catch (error) {
    // A plain Error, or one of our own classes, says that going on would do harm; a disk that fails does not.
    if (signal.aborted || !(error instanceof Error) || !isOfSystem(error)) throw error;
    warn(
      "session_not_locked",
      `Cannot lock the session: ${error.message}`,
      "Set HANDRAIL_STATE to a writable folder, and run one process a session at a time until then",
    );
    return undefined;
  }
}

function isOfSystem(error: Error): boolean {
  return error.name in Deno.errors || "code" in error;
}
