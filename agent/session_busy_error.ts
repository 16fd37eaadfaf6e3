/**
 * A session that is busy.
 *
 * @module
 */

/** Thrown when a turn is asked for while one runs. */
export class SessionBusyError extends Error {
  override readonly name = "SessionBusyError";
}
