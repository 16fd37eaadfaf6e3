/**
 * A recording of one turn, to be changed by tests.
 *
 * @module
 */
import type { RecordedCall, RecordedTurn, Recording } from "../../agent/recording/recording.ts";

/** A call that found order A-1024. */
export const STATUS_CALL: RecordedCall = {
  step: 1,
  tool: "order_query_status",
  input: { orderId: "A-1024" },
  output: {
    status: "success",
    summary: "Order A-1024 is shipped and should arrive in 2 days.",
    structured: {
      found: true,
      status: "shipped",
      orderId: "A-1024",
      etaDays: 2,
      item: "无线键盘 / wireless keyboard",
      amount: 299,
      refunded: 0,
      currency: "CNY",
    },
  },
};

/** The turn of that call. */
export const STATUS_TURN: RecordedTurn = {
  user: "Where is order A-1024?",
  calls: [STATUS_CALL],
  answer: "It is shipped.",
};

/** A recording; the tools that it names must be filled in where they count. */
export function smallRecording(replace: Partial<Recording> = {}): Recording {
  return {
    version: 1,
    title: "Where is A-1024?",
    recordedAt: "2026-03-01T09:00:00.000Z",
    profile: "chat",
    model: "test:scripted",
    language: "en",
    documents: "samples",
    search: "words",
    volatile: ["output.structured.ticketId", "output.structured.*At"],
    turns: [STATUS_TURN],
    tools: [],
    ...replace,
  };
}
