import { assertEquals } from "@std/assert";
import * as z from "zod";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { createModel } from "../../agent/models/create_model.ts";
import { inPieces, type IntendedCall, piece } from "../_support/malformed_calls/malformed_call.ts";
import { AMBIGUOUS, INTACT, LOSSLESS, UNREADABLE } from "../_support/malformed_arguments.ts";
import { MALFORMED_CALLS } from "../_support/malformed_calls/malformed_calls.ts";
import { sseResponse, startModelServer } from "../_support/model_server.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

const WRITE: IntendedCall = {
  name: "ticket_create",
  alias: "createTicket",
  arguments: '{"subject":"打印机坏了😀"}',
};
const READ: IntendedCall = {
  name: "order_query_status",
  alias: "getOrderStatus",
  arguments: '{"orderId":"A-1024"}',
};

/** One turn of the whole agent: the answer with the call, and then, where the model is asked again, words. */
async function turnWith(
  chunks: readonly unknown[],
): Promise<{ events: AgentEvent[]; subjects: unknown[]; refused: number }> {
  let requests = 0;
  let refused = 0;
  await using server = startModelServer({
    reply: () => ++requests === 1 ? sseResponse(chunks) : { text: "Done." },
  });
  const modelEnvironment = { OPENAI_BASE_URL: server.url };
  const { model } = await createModel("openai:m", { language: "en", now: () => 0, modelEnvironment });
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "do it");
  // What the vendor would not read never gets to `reply`.
  refused = server.requests.length - requests;
  const subjects = (await ledger.entries()).map((entry) => (entry.details as { subject?: unknown }).subject);
  return { events, subjects, refused };
}

Deno.test("of all the malformed calls each write makes as many lines as is certain, and never a wrong one (H35)", async () => {
  for (const { how, chunks, writes, ends = "completed" } of MALFORMED_CALLS) {
    const { events, subjects, refused } = await turnWith(chunks(WRITE));
    assertEquals([how, subjects], [how, Array(writes).fill("打印机坏了😀")]);
    assertEquals([how, refused], [how, 0], "the vendor would refuse the conversation that came of it");
    assertEquals([how, ofType(events, "turn.completed")[0]?.status], [how, ends]);
  }
});

Deno.test("of all the malformed calls a read runs where its meaning is likely, with what was meant (H35)", async () => {
  for (const { how, chunks, reads, ends = "completed" } of MALFORMED_CALLS) {
    const { events, refused } = await turnWith(chunks(READ));
    const ran = ofType(events, "tool.completed").filter(({ status }) => status === "ok");
    assertEquals([how, ran.map(({ tool }) => tool)], [how, Array(reads).fill("order_query_status")]);
    const inputs = ofType(events, "tool.started").filter(({ call_id }) =>
      ran.some((completed) => completed.call_id === call_id)
    ).map(({ input }) => input);
    assertEquals([how, inputs], [how, Array(reads).fill({ orderId: "A-1024" })]);
    assertEquals([how, refused], [how, 0], "the vendor would refuse the conversation that came of it");
    assertEquals([how, ofType(events, "turn.completed")[0]?.status], [how, ends]);
  }
});

Deno.test("every call of a malformed answer starts and ends, under an id of its own", async () => {
  for (const { how, chunks } of MALFORMED_CALLS) {
    const { events } = await turnWith(chunks(WRITE));
    const started = ofType(events, "tool.started").map(({ call_id }) => call_id);
    assertEquals([how, new Set(started).size], [how, started.length]);
    assertEquals([how, ofType(events, "tool.completed").map(({ call_id }) => call_id)], [how, started]);
  }
});

Deno.test("a call that cannot be read is asked for again in the language of the request, and ends as a loop (H35)", async () => {
  await using server = startModelServer({
    reply: () =>
      sseResponse([
        piece({
          tool_calls: [{
            index: 0,
            id: "c1",
            function: { name: "ticket_create", arguments: '{"subject":"x' },
          }],
        }),
        piece({}, "tool_calls"),
      ]),
  });
  const modelEnvironment = { OPENAI_BASE_URL: server.url };
  const { model } = await createModel("openai:m", { language: "en", now: () => 0, modelEnvironment });
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "帮我建个工单");
  assertEquals((await ledger.entries()).length, 0);
  const completed = ofType(events, "tool.completed");
  assertEquals(completed[0]?.error?.message, "工具 ticket_create 没有执行：参数不是一个完整的 JSON 对象。");
  assertEquals(completed.map(({ error, attempts }) => [error?.code, attempts]), [
    ["invalid_input", 0],
    ["invalid_input", 0],
    ["invalid_input", 0],
    ["loop", 0],
    ["loop", 0],
  ]);
  assertEquals(ofType(events, "turn.completed").map(({ status, stop_reason }) => [status, stop_reason]), [
    ["limit", "loop"],
  ]);
});

/** What a tool of this kind, which takes anything, ran with when a server streamed these arguments. */
async function ranWith(kind: "read" | "write", input: string): Promise<unknown[]> {
  const chunks = inPieces("any_tool", input.match(/[^]{1,997}/g) ?? [""]);
  let requests = 0;
  await using server = startModelServer({
    reply: () => ++requests === 1 ? sseResponse(chunks) : { text: "Done." },
  });
  const modelEnvironment = { OPENAI_BASE_URL: server.url };
  const { model } = await createModel("openai:m", { language: "en", now: () => 0, modelEnvironment });
  const { agent, open } = testAgent(model);
  const inputs: unknown[] = [];
  const field = z.any().optional();
  agent.registry.register("any_tool", {
    description: "Takes anything.",
    inputSchema: z.looseObject({ orderId: field, amount: field, reason: field }),
    execute: (given) => {
      inputs.push(given);
      return Promise.resolve({ status: "success", summary: "Done.", structured: { status: "ok" } });
    },
    traits: { kind, risk: "low", priority: "core", aliases: [], repeat: kind === "write" ? "once" : "share" },
  });
  await runTurn(open(), "do it");
  assertEquals(server.requests.length, requests, "the vendor would refuse the conversation that came of it");
  return inputs;
}

Deno.test("all the malformed arguments mean the same over the wire, and not one makes a wrong write (H35)", async () => {
  for (const [input, value] of [...INTACT, ...LOSSLESS]) {
    const named = input.replace("order_refund", "any_tool");
    assertEquals([input, await ranWith("write", named)], [input, [value]]);
  }
  for (const [input, value] of AMBIGUOUS) {
    assertEquals([input, await ranWith("write", input)], [input, []]);
    assertEquals([input, await ranWith("read", input)], [input, [value]]);
  }
  for (const input of UNREADABLE) {
    for (const kind of ["read", "write"] as const) {
      assertEquals([input.slice(0, 60), await ranWith(kind, input)], [input.slice(0, 60), []]);
    }
  }
});

/** Anthropic's frames of an answer with these blocks. */
function frames(blocks: readonly (readonly object[])[], stop_reason: string): Response {
  const events: readonly object[] = [
    { type: "message_start", message: { id: "m", model: "m", role: "assistant", content: [], usage: USAGE } },
    ...blocks.flat(),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: USAGE },
    { type: "message_stop" },
  ];
  return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}

const USAGE = { input_tokens: 1, output_tokens: 1 };

/** A block with a call; its arguments come in these pieces. */
function block(index: number, parts: readonly string[], more: object = {}): object[] {
  const content_block = { type: "tool_use", id: "toolu_1", name: "ticket_create", input: {}, ...more };
  return [
    { type: "content_block_start", index, content_block },
    ...parts.map((partial_json) => ({
      type: "content_block_delta",
      index,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index },
  ];
}

const ANTHROPIC: readonly (readonly [how: string, answer: () => Response, writes: 0 | 1])[] = [
  ["a whole call", () => frames([block(0, [WRITE.arguments])], "tool_use"), 1],
  [
    "the arguments in the block's beginning",
    () => frames([block(0, [], { input: JSON.parse(WRITE.arguments) })], "tool_use"),
    1,
  ],
  [
    "one id for two calls",
    () => frames([block(0, [WRITE.arguments]), block(1, [WRITE.arguments])], "tool_use"),
    1,
  ],
  [
    "the name in another spelling",
    () => frames([block(0, [WRITE.arguments], { name: "functions.TicketCreate" })], "tool_use"),
    1,
  ],
  ["the reason of a text", () => frames([block(0, [WRITE.arguments])], "end_turn"), 1],
  [
    "a name of no tool that vendors refuse",
    () => frames([block(0, [WRITE.arguments], { name: "erase everything!" })], "tool_use"),
    0,
  ],
  ["an answer that was too long", () => frames([block(0, [WRITE.arguments])], "max_tokens"), 0],
  ["arguments without their end", () => frames([block(0, [WRITE.arguments.slice(0, -2)])], "tool_use"), 0],
  ["the arguments twice", () => frames([block(0, [WRITE.arguments, WRITE.arguments])], "tool_use"), 0],
  ["a refusal", () => frames([block(0, [WRITE.arguments])], "refusal"), 0],
  ["no arguments", () => frames([block(0, [""])], "tool_use"), 0],
];

for (const [how, answer, writes] of ANTHROPIC) {
  Deno.test(`of a call in Anthropic's format with ${how} come ${writes} lines, and the conversation goes on (H35)`, async () => {
    let requests = 0;
    await using server = startModelServer({
      style: "anthropic",
      reply: () => ++requests === 1 ? answer() : { text: "Done." },
    });
    const modelEnvironment = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "k" };
    const spec = "anthropic:claude-sonnet-4-5";
    const { model } = await createModel(spec, { language: "en", now: () => 0, modelEnvironment });
    const { open, ledger } = testAgent(model);
    const events = await runTurn(open(), "do it");
    const subjects = (await ledger.entries()).map((entry) =>
      (entry.details as { subject?: unknown }).subject
    );
    assertEquals(subjects, Array(writes).fill("打印机坏了😀"));
    assertEquals(ofType(events, "error"), []);
    assertEquals(server.requests.length, requests);
    assertEquals(ofType(events, "turn.completed")[0]?.status, "completed");
  });
}
