/**
 * How long a server asks to wait.
 *
 * @module
 */
import { retryAfterMs } from "../../kb/retry_after_ms.ts";

/**
 * Reads `retry-after-ms` and `retry-after`, in seconds or as a date.
 *
 * @param headers A response's, in lower case.
 * @param now What a date is counted from, in milliseconds since the epoch. @default {the response's own `date`}
 * @returns Milliseconds; `undefined` when the server does not say.
 *
 * @example
 * ```ts
 * retryAfter({ "retry-after": "20" }); // 20000
 * ```
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  now: number = Date.parse(headers["date"] ?? ""),
): number | undefined {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  const wait = milliseconds >= 0 ? milliseconds : retryAfterMs(headers["retry-after"], now);
  // No event could tell of a wait without end.
  return wait === Infinity ? undefined : wait;
}
