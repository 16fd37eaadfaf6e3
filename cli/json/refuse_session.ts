/**
 * A session that could not start, told in the protocol's own terms.
 *
 * @module
 */
import { classifyError } from "../../agent/classify_error.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";
import { emptySession } from "./describe_session.ts";
import { EventWriter } from "./event_writer.ts";

/**
 * Writes `session.started`, the error, and `session.ended`: a client that reads lines gets lines, whatever was wrong
 * with the call, the configuration, the key or the session's file.
 *
 * @param program The program; nothing was written by it yet.
 * @param error What was wrong.
 * @returns The exit code.
 * @throws {OutputClosedError} If nobody reads the events.
 *
 * @example
 * ```ts
 * return await refuseSession(program, new UsageError("Cannot use profile: …"));
 * ```
 */
export async function refuseSession(program: Program, error: unknown): Promise<number> {
  const { output, newId, now } = program;
  const writer = new EventWriter({ output, sessionId: newId("ses"), now });
  const fields = classifyError(error);
  const isMistake = error instanceof UsageError;
  const exitCode = isMistake ? EXIT.usage : fields.code === "auth" ? EXIT.auth : EXIT.failed;
  await writer.write(emptySession(program));
  await writer.write({
    type: "error",
    ...fields,
    ...(isMistake && { code: "bad_request" }),
  });
  await writer.write({ type: "session.ended", exit_code: exitCode, reason: "not_started" });
  return exitCode;
}
