/**
 * What to tell a program about a session that could not start.
 *
 * @module
 */
import type { ErrorFields } from "../../agent/agent_event.ts";
import { classifyError } from "../../agent/models/classify_error.ts";
import { EXIT } from "../exit_code.ts";
import { UsageError } from "../usage_error.ts";

/** The fault as events tell it, and the exit code. */
export interface StartFault {
  readonly error: ErrorFields;
  readonly exitCode: number;
}

/**
 * Names what was wrong with the call, the configuration, the key or what the program keeps.
 *
 * @param error Whatever was thrown.
 *
 * @example
 * ```ts
 * startFault(new UsageError({ en: "Cannot use profile: …", zh: "…" })).error.code; // "bad_request"
 * ```
 */
export function startFault(error: unknown): StartFault {
  const fields = classifyError(error);
  if (error instanceof UsageError) return { error: { ...fields, code: "bad_request" }, exitCode: EXIT.usage };
  return { error: fields, exitCode: fields.code === "auth" ? EXIT.auth : EXIT.failed };
}
