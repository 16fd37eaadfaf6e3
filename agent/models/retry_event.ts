/**
 * Tells that a model is asked again.
 *
 * @module
 */
import type { AgentEventOf } from "../agent_event.ts";
import type { Retry } from "./retry_model.ts";

/**
 * The event of a try that failed and is followed by another one.
 *
 * @param turnId The turn.
 * @param retry What failed.
 * @param maxAttempts How many repetitions there can be.
 *
 * @example
 * ```ts
 * retryModel({ maxRetries, clock, onRetry: (retry) => emit(retryEvent(turnId, retry, maxRetries)) });
 * ```
 */
export function retryEvent(
  turnId: string,
  { attempt, delayMs, error: { code, http_status } }: Retry,
  maxAttempts: number,
): AgentEventOf<"retry"> {
  return {
    type: "retry",
    turn_id: turnId,
    scope: "model",
    attempt,
    max_attempts: maxAttempts,
    delay_ms: delayMs,
    error: { code, ...(http_status !== undefined && { http_status }) },
  };
}
