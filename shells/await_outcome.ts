/**
 * Waits for what another process is doing.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import type { IdempotencyRecord } from "./stores/idempotency_store.ts";

/** How long to wait for an equal call that runs elsewhere. */
export interface WaitingOptions {
  readonly clock: Clock;
  /** How long one caller waits, in milliseconds. */
  readonly waitMs: number;
  /**
   * When a call that has not reported counts as gone, in milliseconds from its claim: more than any call may take, since
   * whoever is alive reports by then.
   */
  readonly goneAfterMs: number;
}

/** What came of waiting. */
export type Awaited =
  /** The other call has ended. */
  | { readonly state: "done"; readonly record: IdempotencyRecord }
  /** The other call failed and gave its claim back, or its window is over. */
  | { readonly state: "free" }
  /** It still runs. */
  | { readonly state: "in_progress" }
  /** Whoever ran it will not report any more. */
  | { readonly state: "gone" };

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/**
 * Looks at a record again and again, in growing pauses, until its call has ended or waiting makes no sense any more.
 *
 * @param record The record in the way, in flight.
 * @param read Reads it again.
 * @param options See {@linkcode WaitingOptions}.
 * @param signal Stops waiting.
 * @throws The signal's reason, and what `read` throws.
 *
 * @example
 * ```ts
 * await awaitOutcome(record, () => store.read(key), { clock, waitMs: 10_000, goneAfterMs: 35_000 }, signal);
 * ```
 */
export async function awaitOutcome(
  record: IdempotencyRecord,
  read: () => Promise<IdempotencyRecord | undefined>,
  { clock, waitMs, goneAfterMs }: WaitingOptions,
  signal: AbortSignal,
): Promise<Awaited> {
  const deadline = clock.now() + waitMs;
  let pauseMs = FIRST_PAUSE_MS;
  while (true) {
    if (clock.now() - record.claimedAt > goneAfterMs) return { state: "gone" };
    const left = deadline - clock.now();
    if (left <= 0) return { state: "in_progress" };
    await pause(Math.min(pauseMs, left), clock, signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    const now = await read();
    if (!now) return { state: "free" };
    if (now.outcome) return { state: "done", record: now };
    record = now;
  }
}

function pause(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  const cancel = clock.after(delayMs, resolve);
  signal.addEventListener("abort", leave, { once: true });
  return promise.finally(() => {
    cancel();
    signal.removeEventListener("abort", leave);
  });
}
