/**
 * A mistake in how the program was called or configured.
 *
 * @module
 */

/** Ends the program with code 2; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
