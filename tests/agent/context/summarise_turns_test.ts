import { assert, assertEquals, assertRejects } from "@std/assert";
import type { ModelMessage } from "ai";
import { summariseTurns } from "../../../agent/context/summarise_turns.ts";
import { estimateTokens } from "../../../kb/estimate_tokens.ts";
import { type ScriptedAnswer, ScriptedModel } from "../../_support/scripted_model.ts";

const SAID: ModelMessage[] = [
  { role: "user", content: "Order A-1024?" },
  {
    role: "assistant",
    content: [{
      type: "tool-call",
      toolCallId: "c",
      toolName: "order_query_status",
      input: { orderId: "A-1024" },
    }],
  },
  {
    role: "tool",
    content: [{
      type: "tool-result",
      toolCallId: "c",
      toolName: "order_query_status",
      output: { type: "json", value: { status: "success", summary: "Shipped." } },
    }],
  },
  { role: "assistant", content: "It is on its way." },
];

async function summarise(
  answer: ScriptedAnswer,
  replace: Partial<Parameters<typeof summariseTurns>[0]> = {},
) {
  const model = new ScriptedModel([answer]);
  const summary = await summariseTurns({
    model,
    messages: SAID,
    previous: "",
    longest: 100,
    longestRequest: 10_000,
    marker: "m-1",
    signal: new AbortController().signal,
    ...replace,
  });
  const content = model.prompts[0]?.[1]?.content;
  const [part] = Array.isArray(content) ? content : [];
  return { summary, record: part?.type === "text" ? part.text : "" };
}

Deno.test("summariseTurns() gives the model a record of words, calls and results between marks", async () => {
  const { summary, record } = await summarise({ text: [" The order ", "is on its way. "] });
  assertEquals(
    record,
    [
      "<record m-1>",
      "user: Order A-1024?",
      'assistant calls order_query_status {"orderId":"A-1024"}',
      'order_query_status answers {"status":"success","summary":"Shipped."}',
      "assistant: It is on its way.",
      "</record m-1>",
    ].join("\n"),
  );
  assertEquals(summary, "The order is on its way.");
});

Deno.test("summariseTurns() goes on from the summary before", async () => {
  const { record } = await summarise({ text: ["ok"] }, { previous: "Lin has order A-1024." });
  assertEquals(record.split("\n")[1], "Summary of what came before: Lin has order A-1024.");
});

Deno.test("summariseTurns() keeps its request within bounds, and the end of the record rather than its beginning", async () => {
  const messages = Array.from({ length: 400 }, (_, at): ModelMessage => ({
    role: "user",
    content: `request ${at} ${"word ".repeat(500)}`,
  }));
  const { record } = await summarise({ text: ["ok"] }, { messages, longestRequest: 2_000 });
  assert(estimateTokens(record) < 2_100, `${estimateTokens(record)}`);
  assert(record.includes("request 399 ") && !record.includes("request 0 "));
});

Deno.test("summariseTurns() cuts a summary that is longer than was asked for", async () => {
  const { summary } = await summarise({ text: ["退款".repeat(500)] });
  assert(estimateTokens(summary) <= 100);
  assert(summary.startsWith("退款") && summary.endsWith("…"));
});

Deno.test("summariseTurns() takes what a model thought aloud for no part of the summary", async () => {
  const { summary } = await summarise({
    text: ["<think>What was", " said?</think>\n", "The order is late."],
  });
  assertEquals(summary, "The order is late.");
  await assertRejects(() => summarise({ text: ["<think>Hm.</think>"] }), Error, "no summary");
});

Deno.test("summariseTurns() fails when the model says nothing, or breaks off", async () => {
  await assertRejects(() => summarise({ text: [" "] }), Error, "no summary");
  await assertRejects(() => summarise({ text: ["half"], error: new Error("boom") }), Error, "boom");
  await assertRejects(() => summarise({ refusal: new Error("no") }), Error, "no");
});
