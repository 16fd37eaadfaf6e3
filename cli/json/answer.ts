/**
 * What a command is answered with.
 *
 * @module
 */

/** The fields of a `response` behind its id. */
export type Answer = { readonly ok: true; readonly result?: unknown } | {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string; readonly valid?: readonly string[] };
};

/**
 * A refusal.
 *
 * @param code One of the protocol's error codes.
 * @param message What was refused, why, and what to do.
 * @param valid What would have been accepted.
 *
 * @example
 * ```ts
 * refusal("not_found", "Cannot cancel: no turn is running");
 * ```
 */
export function refusal(code: string, message: string, valid?: readonly string[]): Answer {
  return { ok: false, error: { code, message, ...(valid && { valid }) } };
}
