import { assertEquals } from "@std/assert";
import type { CallRecord } from "../../../agent/calls/call_record.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";
import { type ScriptedAnswer, ScriptedModel } from "../../_support/scripted_model.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import type { AgentParts } from "../../../agent/assemble_agent.ts";

const DONE: ScriptedAnswer = { text: ["Done."] };

function call(id: string, name: string, input: unknown): NonNullable<ScriptedAnswer["calls"]>[number] {
  return { id, name, input: typeof input === "string" ? input : JSON.stringify(input) };
}

/** What was logged of a turn in which the model makes these calls, step by step. */
async function logOf(
  steps: readonly NonNullable<ScriptedAnswer["calls"]>[],
  replace: Partial<AgentParts> = {},
  text = "Where is it?",
): Promise<CallRecord[]> {
  const records: CallRecord[] = [];
  const model = new ScriptedModel([...steps.map((calls) => ({ calls })), DONE]);
  const { open } = testAgent(model, { callLog: (record) => records.push(record), ...replace });
  await runTurn(open(), text);
  return records;
}

Deno.test("a call is logged with where it stood, what it took and what came of it", async () => {
  const [record, ...more] = await logOf([[call("c1", "order_query_status", { orderId: "A-1024" })]]);
  assertEquals(more, []);
  const summary = "Order A-1024 is shipped and should arrive in 2 days.";
  assertEquals(record, {
    time: "2026-03-01T09:00:00.000Z",
    session_id: "ses_test",
    turn_id: "trn_1",
    call_id: "c1",
    tool_name: "order_query_status",
    status: "ok",
    result: "shipped",
    latency_ms: 0,
    attempts: 1,
    replayed: false,
    circuit: { state: "closed" },
    model: "scripted",
    profile: "chat",
    step: 1,
    output_bytes: 248,
    output_tokens: 63,
    params: { orderId: "A-1024" },
    response_summary: summary,
  });
});

Deno.test("an equal call is counted, whatever the order of its fields", async () => {
  const records = await logOf([
    [call("c1", "kb_query", { query: "leave", k: 2 })],
    [call("c2", "kb_query", { k: 2, query: "leave" }), call("c3", "kb_query", { query: "leave" })],
    [call("c4", "kb_query", { query: "leave", k: 2 })],
  ]);
  assertEquals(records.map(({ call_id, step, repeat }) => [call_id, step, repeat]), [
    ["c1", 1, undefined],
    ["c2", 2, 1],
    ["c3", 2, undefined],
    ["c4", 3, 2],
  ]);
});

Deno.test("a call that the mender refused, one of no tool and one that the loop guard stopped are logged as well", async () => {
  const again = (id: string) => [call(id, "order_query_status", { orderId: "A-1024" })];
  const records = await logOf([
    [call("c1", "ticket_create", '{"subject":"cut of')],
    [call("c2", "weather_query", { city: "Paris" })],
    again("c3"),
    again("c4"),
    again("c5"),
    again("c6"),
  ]);
  assertEquals(
    records.map((record) => [
      record.call_id,
      record.tool_name,
      record.status,
      record.error_type,
      record.attempts,
      record.repair,
      record.repeat,
    ]),
    [
      ["c1", "ticket_create", "error", "invalid_input", 0, "refused", undefined],
      ["c2", "weather_query", "error", "unknown_tool", 0, undefined, undefined],
      ["c3", "order_query_status", "ok", undefined, 1, undefined, undefined],
      ["c4", "order_query_status", "ok", undefined, 1, undefined, 1],
      ["c5", "order_query_status", "ok", undefined, 1, undefined, 2],
      ["c6", "order_query_status", "error", "loop", 0, undefined, 3],
    ],
  );
});

Deno.test("a call that was mended says how sure the reading was, in the log and in its event", async () => {
  const model = new ScriptedModel([{
    calls: [
      call("c1", "Order-Query-Status", { orderId: "A-1024" }),
      call("c2", "order_query_status", '{"orderId":"A-2048"'),
      call("c3", "getOrderStatus", { orderId: "B-0001" }),
    ],
  }, DONE]);
  const records: CallRecord[] = [];
  const { open } = testAgent(model, { callLog: (record) => records.push(record) });
  const events = await runTurn(open(), "Where are they?");
  const expected = [["c1", "lossless"], ["c2", "ambiguous"], ["c3", undefined]];
  const byId = (list: readonly { readonly call_id: string; readonly repair?: string | undefined }[]) =>
    list.map(({ call_id, repair }) => [call_id, repair]).sort();
  assertEquals(byId(records), expected);
  assertEquals(byId(ofType(events, "tool.completed")), expected);
});

Deno.test("the fields that did not fit are named, never their values", async () => {
  const [record] = await logOf([[call("c1", "kb_query", { query: "", k: "many" })]]);
  assertEquals([record?.error_type, record?.misfits], ["invalid_input", ["query", "k"]]);
});

Deno.test("keys and tokens are never logged, not even halves of them", async () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
  const subject = `${"x".repeat(165)} ${key}`;
  const [record] = await logOf([[call("c1", "ticket_create", { subject })]]);
  assertEquals(record?.params, { subject: `${"x".repeat(165)} [SECRET]` });
  assertEquals(JSON.stringify(record).includes("sk-proj"), false);
});

Deno.test("personal data is logged as the model saw it when it is guarded, also what a person edited in (T36)", async () => {
  const records: CallRecord[] = [];
  const model = new ScriptedModel([
    { calls: [call("c1", "ticket_create", { subject: "call [[PHONE_1]]" })] },
    DONE,
  ]);
  const { agent, open } = testAgent(model, {
    callLog: (record) => records.push(record),
    personalData: { recognisers: DEFAULT_RECOGNISERS },
    confirmTools: "ticket_create",
  });
  await runTurn(open(), "Open a ticket, my phone is 13800138000", (event) => {
    if (event.type !== "approval.requested") return;
    agent.interactions.approve(event.request_id, {
      decision: "allow",
      scope: "once",
      input: { subject: "call 13900139000" },
    }, "user");
  });
  assertEquals(records.map(({ params, status }) => [params, status]), [[
    { subject: "call [[PHONE_2]]" },
    "ok",
  ]]);
  assertEquals(/1[39]\d{9}/.test(JSON.stringify(records)), false);
});

Deno.test("a log that fails ends no turn", async () => {
  const model = new ScriptedModel([{ calls: [call("c1", "kb_query", { query: "leave" })] }, DONE]);
  const { open } = testAgent(model, {
    callLog: () => {
      throw new Error("disk full");
    },
  });
  const events = await runTurn(open(), "How many days?");
  assertEquals(ofType(events, "turn.completed").map(({ status, text }) => [status, text]), [[
    "completed",
    "Done.",
  ]]);
});

Deno.test("long arguments are cut in the log", async () => {
  const [record] = await logOf([[call("c1", "kb_query", { query: "退款".repeat(3_000) })]]);
  const { truncated, characters, preview } = record?.params as Record<string, unknown>;
  assertEquals([truncated, characters, String(preview).length], [true, 6_012, 1_024]);
});

Deno.test("in the service a call is logged under the worker that made it", async () => {
  const records = await logOf(
    [[call("c1", "order_query_status", { orderId: "A-1024" })]],
    { profile: "service" },
    "Where is order A-1024?",
  );
  assertEquals(records.map(({ profile }) => profile), ["order"]);
});

Deno.test("a call that its turn's end cut off is logged as cancelled", async () => {
  const records: CallRecord[] = [];
  const model = new ScriptedModel([{
    calls: [call("c1", "agent_ask_to_user", { question: "Which order?" })],
  }]);
  const { open } = testAgent(model, { callLog: (record) => records.push(record) });
  const session = open();
  await runTurn(session, "Where is it?", (event) => {
    if (event.type === "question.asked") session.cancel();
  });
  assertEquals(records.map(({ call_id, status, error_type }) => [call_id, status, error_type]), [
    ["c1", "cancelled", "cancelled"],
  ]);
});
