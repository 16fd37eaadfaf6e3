/**
 * What sealed aliases are sealed for.
 *
 * @module
 */

/**
 * The purpose under which a session's aliases are sealed: they open in their own session only.
 *
 * @param sessionId The session.
 *
 * @example
 * ```ts
 * sealer.open(sealed, aliasPurpose("ses_1"));
 * ```
 */
export function aliasPurpose(sessionId: string): string {
  return `aliases ${sessionId}`;
}
