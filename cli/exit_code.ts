/**
 * What the program's exit code says.
 *
 * @module
 */
import type { AgentEventOf } from "../agent/agent_event.ts";

/** Exit codes; a signal ends the program with 128 plus its number. */
export const EXIT = {
  completed: 0,
  failed: 1,
  usage: 2,
  auth: 3,
  blocked: 4,
  limit: 5,
  upstream: 6,
  sighup: 129,
  sigint: 130,
  outputClosed: 141,
  sigterm: 143,
} as const;

const UPSTREAM: ReadonlySet<string> = new Set([
  "rate_limited",
  "quota",
  "model_unavailable",
  "stream_disconnected",
  "network",
  "tls",
  "proxy",
  "circuit_open",
  "timeout",
]);

/**
 * The exit code for how a turn ended.
 *
 * @param turn The `turn.completed` event.
 *
 * @example
 * ```ts
 * exitCodeOf(turn); // 4 when an approval was denied
 * ```
 */
export function exitCodeOf(
  { status, error }: Pick<AgentEventOf<"turn.completed">, "status" | "error">,
): number {
  switch (status) {
    case "completed":
      return EXIT.completed;
    case "blocked":
      return EXIT.blocked;
    case "limit":
      return EXIT.limit;
    case "cancelled":
      return EXIT.failed;
    case "failed":
      if (error?.code === "auth") return EXIT.auth;
      return error && UPSTREAM.has(error.code) ? EXIT.upstream : EXIT.failed;
  }
}
