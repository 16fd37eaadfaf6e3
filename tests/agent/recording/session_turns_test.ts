import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../tools/types.ts";
import { sessionTurns } from "../../../agent/recording/session_turns.ts";
import type { SessionRecord } from "../../../agent/sessions/session_record.ts";

function user(content: string): SessionRecord {
  return { type: "message", message: { role: "user", content } };
}

function call(toolCallId: string, toolName: string, input: JsonObject): SessionRecord {
  const part = { type: "tool-call" as const, toolCallId, toolName, input };
  return { type: "message", message: { role: "assistant", content: [part] } };
}

function result(toolCallId: string, toolName: string, value: JsonObject): SessionRecord {
  const part = {
    type: "tool-result" as const,
    toolCallId,
    toolName,
    output: { type: "json" as const, value },
  };
  return { type: "message", message: { role: "tool", content: [part] } };
}

function says(text: string): SessionRecord {
  return { type: "message", message: { role: "assistant", content: [{ type: "text", text }] } };
}

function started(toolCallId: string): SessionRecord {
  return {
    type: "tool.started",
    call: { type: "tool-call", toolCallId, toolName: "ticket_create", input: { subject: "x" } },
  };
}

const CREATED = { status: "success", summary: "done", structured: { status: "created" } };

/** A turn in which a ticket was opened. */
function ticketTurn(id: string): SessionRecord[] {
  return [
    user("ticket"),
    started(id),
    call(id, "ticket_create", { subject: "x" }),
    result(id, "ticket_create", CREATED),
    says("done"),
  ];
}

Deno.test("sessionTurns() tells steps, inputs, outputs, times and the last words of each turn", () => {
  const turns = sessionTurns([
    { type: "session", version: 1, id: "ses_1" },
    user("first"),
    call("a", "order_query_status", { orderId: "A-1024" }),
    result("a", "order_query_status", { status: "success" }),
    call("b", "kb_query", { query: "x" }),
    result("b", "kb_query", { status: "success", summary: "none" }),
    says("the answer"),
    {
      type: "turn",
      at: "2026-03-01T09:00:00.000Z",
      model: "test:m",
      calls: { a: "2026-03-01T09:00:01.000Z" },
    },
    user("second"),
    says("hello"),
  ]);
  assertEquals(turns, [{
    user: "first",
    at: "2026-03-01T09:00:00.000Z",
    calls: [
      {
        step: 1,
        tool: "order_query_status",
        input: { orderId: "A-1024" },
        at: "2026-03-01T09:00:01.000Z",
        output: { status: "success" },
      },
      { step: 2, tool: "kb_query", input: { query: "x" }, output: { status: "success", summary: "none" } },
    ],
    answer: "the answer",
  }, { user: "second", calls: [], answer: "hello" }]);
});

Deno.test("sessionTurns() gives each of two calls with one id its own result and time", () => {
  const parts = [1, 2].map((n) => ({
    type: "tool-call" as const,
    toolCallId: "a",
    toolName: "kb_query",
    input: { query: `${n}` },
  }));
  const [turn] = sessionTurns([
    user("both"),
    { type: "message", message: { role: "assistant", content: parts } },
    result("a", "kb_query", { n: 1 }),
    result("a", "kb_query", { n: 2 }),
    {
      type: "turn",
      at: "2026-03-01T09:00:00.000Z",
      model: "m",
      calls: { a: "2026-03-01T09:00:01.000Z", "a#2": "2026-03-01T09:00:02.000Z" },
    },
  ]);
  assertEquals(turn?.calls.map(({ output, at }) => [output, at]), [
    [{ n: 1 }, "2026-03-01T09:00:01.000Z"],
    [{ n: 2 }, "2026-03-01T09:00:02.000Z"],
  ]);
});

Deno.test("sessionTurns() reads off a result what a person decided or answered", () => {
  const [turn] = sessionTurns([
    user("do it"),
    call("a", "order_refund", {}),
    result("a", "order_refund", { status: "error", error_type: "denied", reason: "not today" }),
    call("b", "order_refund", {}),
    result("b", "order_refund", { status: "success", edited_input: { amount: 1 } }),
    call("c", "agent_ask_to_user", {}),
    result("c", "agent_ask_to_user", {
      status: "success",
      structured: { status: "answered", answer: "B-0001" },
    }),
    call("d", "agent_ask_to_user", {}),
    result("d", "agent_ask_to_user", { status: "success", structured: { status: "no_human", why: "gone" } }),
  ]);
  assertEquals(turn?.calls.map(({ approval, reply }) => approval ?? reply), [
    { decision: "deny", reason: "not today" },
    { decision: "allow", input: { amount: 1 } },
    { text: "B-0001" },
    { nobody: "gone" },
  ]);
});

Deno.test("sessionTurns() tells a new epoch between turns from a call that was allowed to run again (H13)", () => {
  const again = sessionTurns([...ticketTurn("a"), { type: "epoch", epoch: 1 }, ...ticketTurn("b")]);
  assertEquals(again.map((turn) => [turn.again, turn.calls[0]?.approval]), [
    [undefined, undefined],
    [true, undefined],
  ]);
  const [first, ...rest] = ticketTurn("b");
  const runAgain = sessionTurns([
    ...ticketTurn("a"),
    ...(first ? [first] : []),
    { type: "epoch", epoch: 1 },
    ...rest,
  ]);
  assertEquals(runAgain.map((turn) => [turn.again, turn.calls[0]?.approval]), [
    [undefined, undefined],
    [undefined, { decision: "allow", runAgain: true }],
  ]);
});

Deno.test("sessionTurns() sees that a process which ended had forgotten what was done", () => {
  assertEquals(
    sessionTurns([...ticketTurn("a"), ...ticketTurn("b")]).map(({ again }) => again),
    [undefined, true],
  );
  const replayed = ticketTurn("b").filter(({ type }) => type !== "tool.started");
  assertEquals(sessionTurns([...ticketTurn("a"), ...replayed]).map(({ again }) => again), [
    undefined,
    undefined,
  ]);
});
