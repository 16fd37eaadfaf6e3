import { assertEquals, assertStrictEquals } from "@std/assert";
import type { ModelMessage, ToolModelMessage } from "ai";
import type { JSONValue } from "@ai-sdk/provider";
import { countOutputs, dropOutputs } from "../../../agent/context/drop_outputs.ts";
import { outcomeEssence, writeLines } from "../../../agent/context/outcome_essence.ts";
import { splitTurns } from "../../../agent/context/split_turns.ts";
import { roleOf } from "../../_support/conversations.ts";

function result(toolName: string, value: JSONValue, toolCallId = "c"): ToolModelMessage {
  return {
    role: "tool",
    content: [{ type: "tool-result", toolCallId, toolName, output: { type: "json", value } }],
  };
}

const LONG = "x".repeat(500);

Deno.test("dropOutputs() puts a note in place of what a look-up found", () => {
  assertEquals(dropOutputs(result("kb_query", { summary: LONG }), roleOf), {
    role: "tool",
    content: [{
      type: "tool-result",
      toolCallId: "c",
      toolName: "kb_query",
      output: { type: "text", value: "[output of kb_query dropped; call it again if needed]" },
    }],
  });
});

Deno.test("dropOutputs() keeps of a write what it did, ids above all", () => {
  const value = {
    status: "success",
    summary: "Ticket TK-1 was created.",
    structured: { status: "created", ticketId: "TK-1", history: [LONG], body: LONG },
  };
  assertEquals(dropOutputs(result("ticket_create", value), roleOf).content, [{
    type: "tool-result",
    toolCallId: "c",
    toolName: "ticket_create",
    output: {
      type: "json",
      value: {
        status: "success",
        summary: "Ticket TK-1 was created.",
        structured: { status: "created", ticketId: "TK-1", body: `${"x".repeat(119)}…` },
      },
    },
  }]);
});

Deno.test("dropOutputs() leaves alone what is short, what the user answered, and what is no result", () => {
  const messages: ModelMessage[] = [
    result("kb_query", { summary: "short" }),
    result("agent_ask_to_user", { summary: LONG }),
    { role: "user", content: LONG },
    { role: "assistant", content: [{ type: "text", text: LONG }] },
  ];
  for (const message of messages) assertStrictEquals(dropOutputs(message, roleOf), message);
  assertEquals(countOutputs(messages, roleOf), 0);
});

Deno.test("outcomeEssence() takes any JSON", () => {
  assertEquals(outcomeEssence(null), null);
  assertEquals(outcomeEssence(3), 3);
  assertEquals(outcomeEssence("done"), "done");
  assertEquals(outcomeEssence([1, 2]), "[1,2]");
  assertEquals(outcomeEssence({ status: "error", error_type: "timeout", structured: null }), {
    status: "error",
    error_type: "timeout",
    structured: {},
  });
});

Deno.test("writeLines() has one line for each write, none for a replay of it, and each with its own arguments", () => {
  const call = (text: string): ModelMessage => ({
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "c", toolName: "ticket_create", input: { text } }],
  });
  const done = { status: "success", summary: "Done." };
  const messages: ModelMessage[] = [
    { role: "user", content: "one" },
    call("a"),
    result("ticket_create", done),
    { role: "user", content: "two" },
    call("b"),
    result("ticket_create", { status: "error", error_type: "unknown_outcome" }),
    { role: "user", content: "again" },
    call("a"),
    result("ticket_create", { ...done, replayed: true }),
    result("kb_query", { summary: "not a write" }),
  ];
  assertEquals(writeLines(messages, roleOf), [
    'ticket_create {"text":"a"} → {"status":"success","summary":"Done."}',
    'ticket_create {"text":"b"} → {"status":"error","error_type":"unknown_outcome"}',
  ]);
});

Deno.test("splitTurns() cuts before what the user said; what stands before belongs to the first turn", () => {
  const [user, assistant]: ModelMessage[] = [{ role: "user", content: "a" }, {
    role: "assistant",
    content: "b",
  }];
  if (!user || !assistant) return;
  assertEquals(splitTurns([]), []);
  assertEquals(splitTurns([assistant, user, assistant, user]), [[assistant, user, assistant], [user]]);
  assertEquals(splitTurns([user, user, assistant]), [[user], [user, assistant]]);
});
