/**
 * A session that could not start, told in the protocol's own terms.
 *
 * @module
 */
import type { Program } from "../program.ts";
import { emptySession } from "./describe_session.ts";
import { EventWriter } from "./event_writer.ts";
import { startFault } from "./start_fault.ts";

/**
 * Writes `session.started`, the error, and `session.ended`: a client that reads lines gets lines, whatever was wrong
 * with the call, the configuration, the key or the session's file.
 *
 * @param program The program; nothing was written by it yet.
 * @param error What was wrong.
 * @param sessionId The session that was asked for. @default {a new id}
 * @returns The exit code.
 * @throws {OutputClosedError} If nobody reads the events.
 *
 * @example
 * ```ts
 * return await refuseSession(program, new UsageError("Cannot use profile: …"));
 * ```
 */
export async function refuseSession(
  program: Program,
  error: unknown,
  sessionId = program.newId("ses"),
): Promise<number> {
  const { output, now } = program;
  const writer = new EventWriter({ output, sessionId, now });
  const fault = startFault(error);
  await writer.write(emptySession(program));
  await writer.write({ type: "error", ...fault.error });
  await writer.write({ type: "session.ended", exit_code: fault.exitCode, reason: "not_started" });
  return fault.exitCode;
}
