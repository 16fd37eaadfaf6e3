/**
 * A session that is busy.
 *
 * @module
 */
import { BilingualError } from "../../kb/bilingual_error.ts";

/** Thrown when a turn is asked for while one runs. */
export class SessionBusyError extends BilingualError {
  override readonly name = "SessionBusyError";
}
