import { assertEquals } from "@std/assert";
import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import fc from "fast-check";
import { rebuildHistory } from "../../../agent/sessions/rebuild_history.ts";
import type { SessionRecord } from "../../../agent/sessions/session_record.ts";

const say = (content: string): SessionRecord => ({ type: "message", message: { role: "user", content } });
const call = (id: string): ToolCallPart => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "order_refund",
  input: {},
});
const result = (id: string, value = "done"): ToolResultPart => ({
  type: "tool-result",
  toolCallId: id,
  toolName: "order_refund",
  output: { type: "json", value },
});
const started = (id: string): SessionRecord => ({ type: "tool.started", call: call(id) });
const ended = (id: string, value?: string): SessionRecord => ({
  type: "tool.completed",
  result: result(id, value),
});
const asked = (...ids: string[]): SessionRecord => ({
  type: "message",
  message: { role: "assistant", content: ids.map(call) },
});
const answered = (...ids: string[]): SessionRecord => ({
  type: "message",
  message: { role: "tool", content: ids.map((id) => result(id)) },
});

/** Calls and results in order, as `call a` and `a: done`; what the user said as it is. */
function outline(records: readonly SessionRecord[]): string[] {
  return rebuildHistory(records).messages.flatMap(({ content }: ModelMessage) =>
    typeof content === "string" ? [content] : content.map((part) => {
      if (part.type === "tool-call") return `call ${part.toolCallId}`;
      if (part.type !== "tool-result" || part.output.type !== "json") return part.type;
      const { value } = part.output;
      return `${part.toolCallId}: ${typeof value === "string" ? value : Object(value).error_type}`;
    })
  );
}

Deno.test("a write whose process died is an unknown outcome, told before what is said next (T35)", () => {
  const records = [say("refund"), started("a"), say("well?")];
  assertEquals(outline(records), ["refund", "call a", "a: unknown_outcome", "well?"]);
  // Whoever continued was told; the next one need not be.
  assertEquals(rebuildHistory(records.slice(0, 2)).unknownOutcomes, ["order_refund"]);
  assertEquals(rebuildHistory(records).unknownOutcomes, []);
});

Deno.test("a write that had ended keeps its result although its turn did not end (T35)", () => {
  const records = [say("refund"), started("a"), ended("a", "RF-1")];
  assertEquals(outline(records), ["refund", "call a", "a: RF-1"]);
  assertEquals(rebuildHistory(records).unknownOutcomes, []);
});

Deno.test("a turn that ended tells of its writes once, by its messages", () => {
  const records = [say("refund"), started("a"), ended("a", "RF-1"), asked("a"), answered("a"), say("thanks")];
  assertEquals(outline(records), ["refund", "call a", "a: done", "thanks"]);
});

Deno.test("calls whose results were torn off get them from the marks, else are told as not ended (T35)", () => {
  const records = [say("x"), started("a"), ended("a", "RF-1"), started("b"), asked("a", "b", "read")];
  assertEquals(outline(records), [
    "x",
    "call a",
    "call b",
    "call read",
    "a: RF-1",
    "b: unknown_outcome",
    "read: cancelled",
  ]);
});

Deno.test("a model's id that was used twice is two calls, each with its own result", () => {
  const records = [
    say("x"),
    started("a"),
    ended("a", "1"),
    started("a#2"),
    asked("a"),
    answered("a"),
    asked("a"),
  ];
  assertEquals(outline(records), ["x", "call a", "a: done", "call a", "a: unknown_outcome"]);
});

Deno.test("results without a call are left out", () => {
  assertEquals(outline([say("x"), answered("a"), asked("b"), answered("b", "b")]), [
    "x",
    "call b",
    "b: done",
  ]);
});

Deno.test("however a file was cut, every call has exactly one result, right behind it (T35)", () => {
  const id = fc.constantFrom("a", "b", "a#2", "a__2");
  const record = fc.oneof(
    fc.string().map(say),
    id.map(started),
    id.map((one) => ended(one)),
    fc.uniqueArray(id, { minLength: 1 }).map((ids) => asked(...ids)),
    fc.uniqueArray(id).map((ids) => answered(...ids)),
  );
  fc.assert(fc.property(fc.array(record, { maxLength: 30 }), (records) => {
    const { messages } = rebuildHistory(records);
    let open: string[] = [];
    for (const { role, content } of messages) {
      if (role !== "tool") assertEquals(open, []);
      for (const part of typeof content === "string" ? [] : content) {
        if (part.type === "tool-call") open.push(part.toolCallId);
        if (part.type !== "tool-result") continue;
        assertEquals(open.includes(part.toolCallId), true);
        open = open.filter((one) => one !== part.toolCallId);
      }
    }
    assertEquals(open, []);
  }));
});
