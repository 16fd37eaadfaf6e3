/**
 * Reads what an error says.
 *
 * @param error Whatever was thrown.
 * @returns Its message.
 *
 * @example
 * ```ts
 * messageOf(new Error("Cannot open")); // "Cannot open"
 * ```
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
