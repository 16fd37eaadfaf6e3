import { assertEquals } from "@std/assert";
import type { ModelMessage } from "ai";
import type { SessionRecord } from "../../../agent/sessions/session_record.ts";
import { type CallTimes, callTimes, traceSession } from "../../../cli/trace/trace_session.ts";
import { callRecord } from "../../_support/call_records.ts";

function calls(...ids: string[]): ModelMessage {
  return {
    role: "assistant",
    content: ids.map((toolCallId) => ({
      type: "tool-call",
      toolCallId,
      toolName: "order_query_status",
      input: { orderId: toolCallId },
    })),
  };
}

function result(toolCallId: string, value: Record<string, string | boolean>): ModelMessage {
  return {
    role: "tool",
    content: [{
      type: "tool-result",
      toolCallId,
      toolName: "order_query_status",
      output: { type: "json", value },
    }],
  };
}

const OK = { status: "success", summary: "Shipped." };
const FAILED = { status: "error", error_type: "timeout", message: "No answer." };

const CONVERSATION: ModelMessage[] = [
  { role: "user", content: "Where are they?" },
  calls("c1", "c2"),
  result("c1", OK),
  result("c2", FAILED),
  calls("c3"),
  result("c3", { ...OK, replayed: true }),
  { role: "assistant", content: [{ type: "text", text: "On their way." }] },
  { role: "user", content: "Thanks" },
  { role: "assistant", content: "You are welcome." },
];

Deno.test("traceSession() tells turns, steps, calls and outcomes from the session's file alone", () => {
  const call = { tool: "order_query_status", repeat: 0, replayed: false };
  assertEquals(traceSession(CONVERSATION, []), [
    {
      number: 1,
      request: "Where are they?",
      answer: "On their way.",
      calls: [
        {
          ...call,
          callId: "c1",
          step: 1,
          input: { orderId: "c1" },
          status: "ok",
          summary: "Shipped.",
          output: OK,
        },
        {
          ...call,
          callId: "c2",
          step: 1,
          input: { orderId: "c2" },
          status: "timeout",
          errorType: "timeout",
          summary: "No answer.",
          output: FAILED,
        },
        {
          ...call,
          callId: "c3",
          step: 2,
          input: { orderId: "c3" },
          status: "ok",
          summary: "Shipped.",
          output: { ...OK, replayed: true },
          replayed: true,
        },
      ],
    },
    { number: 2, request: "Thanks", answer: "You are welcome.", calls: [] },
  ]);
});

Deno.test("traceSession() adds what only the log knows: times, executions, repairs, approvals, the breaker", () => {
  const [turn] = traceSession(CONVERSATION, [
    callRecord({
      call_id: "c2",
      turn_id: "t1",
      status: "timeout",
      error_type: "timeout",
      latency_ms: 30_000,
      attempts: 2,
      repair: "lossless",
      approval: { decision: "allow", by: "user" },
      circuit: { state: "open" },
      response_summary: "No answer.",
    }),
  ]);
  const { output: _, input: __, ...call } = turn?.calls[1] ?? {};
  assertEquals([turn?.turnId, turn?.time, turn?.model], ["t1", "2026-03-01T09:00:00.000Z", "offline"]);
  assertEquals(call, {
    callId: "c2",
    tool: "order_query_status",
    step: 1,
    status: "timeout",
    errorType: "timeout",
    summary: "No answer.",
    durationMs: 30_000,
    attempts: 2,
    replayed: false,
    repeat: 0,
    repair: "lossless",
    approval: { decision: "allow", by: "user" },
    circuit: "open",
  });
});

Deno.test("traceSession() makes do with the log of a session that is gone", () => {
  const turns = traceSession([], [
    callRecord({ turn_id: "t1", call_id: "c1" }),
    callRecord({ turn_id: "t2", call_id: "c1", step: 2 }),
    callRecord({ turn_id: "t1", call_id: "c2", step: 2 }),
  ]);
  assertEquals(
    turns.map((
      { number, turnId, request, calls },
    ) => [number, turnId, request, calls.map(({ callId }) => callId)]),
    [[1, "t1", undefined, ["c1", "c2"]], [2, "t2", undefined, ["c1"]]],
  );
});

Deno.test("traceSession() tells turns apart whose calls have the same ids, and puts one that a kill kept out of the file in its place", () => {
  const turn = (
    text: string,
  ): ModelMessage[] => [{ role: "user", content: text }, calls("c1"), result("c1", OK)];
  const record = (turn_id: string, call_id: string, latency_ms: number) =>
    callRecord({ turn_id, call_id, latency_ms });
  const turns = traceSession([...turn("first"), ...turn("second")], [
    record("t1", "c1", 1),
    record("lost", "c9", 2),
    record("t2", "c1", 3),
    record("later", "c8", 4),
  ]);
  assertEquals(
    turns.map(({ turnId, request, calls }) => [turnId, request, calls.map(({ durationMs }) => durationMs)]),
    [["t1", "first", [1]], ["lost", undefined, [2]], ["t2", "second", [3]], ["later", undefined, [4]]],
  );
});

Deno.test("traceSession() counts equal calls of a turn, and leaves one without a result open", () => {
  const again = calls("c1");
  const twice: ModelMessage[] = [
    { role: "user", content: "Where?" },
    again,
    result("c1", OK),
    { role: "assistant", content: [{ ...Object(again.content[0]), toolCallId: "c2" }] },
  ];
  assertEquals(
    traceSession(twice, [])[0]?.calls.map(({ callId, repeat, status }) => [callId, repeat, status]),
    [["c1", 0, "ok"], ["c2", 1, undefined]],
  );
});

Deno.test("traceSession() gives no turn the records of another whose calls have the same ids, when it has none of its own", () => {
  const turn = (
    text: string,
  ): ModelMessage[] => [{ role: "user", content: text }, calls("c1"), result("c1", OK)];
  const messages = [...turn("before the fork"), ...turn("after it")];
  const at = (day: string) => ({ c1: `2026-03-${day}T09:00:00.000Z` });
  const records = [
    callRecord({ turn_id: "t2", call_id: "c1", latency_ms: 7, time: "2026-03-02T09:00:00.004Z" }),
  ];
  const shown = (times: readonly CallTimes[]) =>
    traceSession(messages, records, times).map(({ turnId, request, calls: [call] }) => [
      turnId,
      request,
      call?.durationMs,
    ]);
  assertEquals(shown([at("01"), at("02")]), [[undefined, "before the fork", undefined], [
    "t2",
    "after it",
    7,
  ]]);
  assertEquals(shown([undefined, at("02")]), [["t2", "before the fork", 7], [
    undefined,
    "after it",
    undefined,
  ]]);
});

Deno.test("callTimes() knows of each request when its calls began, where the file says so", () => {
  const user = (content: string): SessionRecord => ({ type: "message", message: { role: "user", content } });
  const mark: SessionRecord = {
    type: "turn",
    at: "2026-03-01T09:00:00.000Z",
    model: "m",
    calls: { c1: "T" },
  };
  assertEquals(callTimes([mark, user("a"), mark, user("b"), { type: "epoch", epoch: 1 }, user("c"), mark]), [
    { c1: "T" },
    undefined,
    { c1: "T" },
  ]);
});
