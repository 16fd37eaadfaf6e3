/**
 * How long a server asks to wait.
 *
 * @module
 */

/**
 * Reads a `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
 *
 * @param header What the server sent.
 * @param now What a date is counted from, in milliseconds since the epoch.
 * @returns Milliseconds, 0 for a date that has passed; `undefined` for nothing, and for what means nothing.
 *
 * @example
 * ```ts
 * retryAfterMs(response.headers.get("retry-after"), Date.now()); // "20" gives 20000
 * ```
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  // Some vendors write fractions of seconds.
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const waitMs = Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
