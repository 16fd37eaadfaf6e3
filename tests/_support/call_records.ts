/**
 * Records of calls, as the log has them.
 *
 * @module
 */
import type { CallRecord } from "../../agent/calls/call_record.ts";

const PLAIN: CallRecord = {
  time: "2026-03-01T09:00:00.000Z",
  session_id: "ses_1",
  turn_id: "trn_1",
  call_id: "call_1",
  tool_name: "order_query_status",
  status: "ok",
  latency_ms: 3,
  attempts: 1,
  replayed: false,
  model: "offline",
  profile: "chat",
  step: 1,
  output_bytes: 200,
  output_tokens: 50,
  params: { orderId: "A-1024" },
  response_summary: "Order A-1024 is shipped.",
};

/** A call that went well, but for what is said. */
export function callRecord(more: Partial<CallRecord> = {}): CallRecord {
  return { ...PLAIN, ...more };
}

/** Lines of a log. */
export function logText(records: readonly Partial<CallRecord>[]): string {
  return records.map((record) => `${JSON.stringify(callRecord(record))}\n`).join("");
}
