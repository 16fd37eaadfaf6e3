/**
 * Calls as a trace shows them.
 *
 * @module
 */
import type { TracedCall } from "../../cli/trace/traced_turn.ts";

/** A call that went well, but for what is said. */
export function tracedCall(callId: string, more: Partial<TracedCall> = {}): TracedCall {
  return {
    callId,
    tool: "order_query_status",
    step: 1,
    input: { orderId: "A-1024" },
    status: "ok",
    summary: "Shipped.",
    durationMs: 3,
    attempts: 1,
    replayed: false,
    repeat: 0,
    ...more,
  };
}
