import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { createModel } from "../../agent/create_model.ts";
import { type IntendedCall, piece } from "../_support/malformed_calls/malformed_call.ts";
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
