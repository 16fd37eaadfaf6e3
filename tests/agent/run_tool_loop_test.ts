import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as z from "zod";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";
import { counted } from "../_support/token_counts.ts";

const STATUS_CALL = { id: "c1", name: "order_query_status", input: '{"orderId":"A-1024"}' };

/** Types in order, with runs of deltas folded into one. */
function outline(events: readonly AgentEvent[]): string[] {
  const types = events.map((event) => event.type === "message.delta" ? `${event.channel} delta` : event.type);
  return types.filter((type, at) => type !== types[at - 1]);
}

Deno.test("a turn is announced, streamed, and completed exactly once", async () => {
  const model = new ScriptedModel([{ text: ["Hel", "lo."] }]);
  const events = await runTurn(testAgent(model).open(), "hi");
  assertEquals(outline(events), ["turn.started", "text delta", "message.completed", "turn.completed"]);
  assertEquals(ofType(events, "message.completed")[0]?.text, "Hello.");
  const turn = ofType(events, "turn.completed")[0];
  assertEquals([turn?.status, turn?.stop_reason, turn?.text, turn?.steps], [
    "completed",
    "stop",
    "Hello.",
    1,
  ]);
  assertEquals(turn?.usage.turn, counted(10, 5));
});

Deno.test("words that lead to a call come before the call, whatever the model streams first", async () => {
  const model = new ScriptedModel([
    { reasoning: "Hm.", text: ["Let me ", "look."], calls: [STATUS_CALL] },
    { text: ["Shipped."] },
  ]);
  const events = await runTurn(testAgent(model).open(), "where is A-1024?");
  assertEquals(outline(events), [
    "turn.started",
    "reasoning delta",
    "text delta",
    "message.completed",
    "tool.started",
    "tool.completed",
    "text delta",
    "message.completed",
    "turn.completed",
  ]);
  const [first, second] = ofType(events, "message.completed");
  assertEquals([first?.text, second?.text], ["Let me look.", "Shipped."]);
  assert(first?.message_id !== second?.message_id);
});

Deno.test("a turn whose model says nothing after its calls has no answer, whatever it said before them", async () => {
  const looking = { text: ["Let me look."], calls: [STATUS_CALL] };
  const silent = await runTurn(testAgent(new ScriptedModel([looking, {}])).open(), "where is A-1024?");
  const [turn] = ofType(silent, "turn.completed");
  assertEquals([turn?.status, turn?.text, turn?.steps], ["completed", "", 2]);
  const cut = testAgent(new ScriptedModel([looking, { refusal: new Error("no") }])).open();
  const [failed] = ofType(await runTurn(cut, "where is A-1024?"), "turn.completed");
  assertEquals([failed?.status, failed?.text], ["failed", "Let me look."]);
});

Deno.test("the title of a call ends with a whole character (T12)", async () => {
  const input = JSON.stringify({ orderId: `${"x".repeat(59)}😀` });
  const model = new ScriptedModel([{ calls: [{ ...STATUS_CALL, input }] }, { text: ["ok"] }]);
  const [started] = ofType(await runTurn(testAgent(model).open(), "x"), "tool.started");
  assertEquals(started?.title, `order_query_status ${"x".repeat(59)}\ufffd`);
});

Deno.test("a call's events carry its input, kind, step, output and outcome", async () => {
  const model = new ScriptedModel([{ calls: [STATUS_CALL] }, { text: ["ok"] }]);
  const events = await runTurn(testAgent(model).open(), "where is A-1024?");
  const [started] = ofType(events, "tool.started");
  assertEquals([
    started?.call_id,
    started?.tool,
    started?.kind,
    started?.title,
    started?.input,
    started?.step,
  ], [
    "c1",
    "order_query_status",
    "read",
    "order_query_status A-1024",
    { orderId: "A-1024" },
    1,
  ]);
  const [completed] = ofType(events, "tool.completed");
  assertEquals([completed?.status, completed?.attempts, completed?.truncated], ["ok", 1, false]);
  assertStringIncludes(JSON.stringify(completed?.output), "Order A-1024 is shipped");
});

Deno.test("the model gets the tools in the registry's order, and each result before it speaks again", async () => {
  const model = new ScriptedModel([{ calls: [STATUS_CALL] }, { text: ["ok"] }]);
  await runTurn(testAgent(model).open(), "where is A-1024?");
  assertEquals(model.toolNames[0], "agent_ask_to_user");
  assertEquals(model.prompts[1]?.map(({ role }) => role), ["system", "user", "assistant", "tool"]);
});

Deno.test("an alias that a model uses as a name reaches the tool", async () => {
  const model = new ScriptedModel([{ calls: [{ ...STATUS_CALL, name: "getOrderStatus" }] }, {
    text: ["ok"],
  }]);
  const events = await runTurn(testAgent(model).open(), "where is A-1024?");
  assertEquals(ofType(events, "tool.completed").map(({ tool, status }) => [tool, status]), [
    ["order_query_status", "ok"],
  ]);
});

Deno.test("names that every object has are no tools (H35)", async () => {
  for (const name of ["constructor", "__proto__", "toString"]) {
    const model = new ScriptedModel([{ calls: [{ id: "c1", name, input: "{}" }] }, { text: ["ok"] }]);
    const events = await runTurn(testAgent(model).open(), "hi");
    const [completed] = ofType(events, "tool.completed");
    assertEquals([completed?.tool, completed?.status, completed?.attempts], [name, "error", 0]);
    assertEquals(ofType(events, "turn.completed")[0]?.status, "completed");
  }
});

Deno.test("input that does not fit is explained to the model, without a schema dump, and does not run", async () => {
  const input = '{"subject":42,"priority":"urgent"}';
  const model = new ScriptedModel([{ calls: [{ id: "c1", name: "ticket_create", input }] }, {
    text: ["ok"],
  }]);
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "ticket please");
  assertEquals(ofType(events, "tool.completed")[0]?.error?.code, "invalid_input");
  const seen = JSON.stringify(model.prompts[1]?.at(-1));
  assertStringIncludes(seen, "subject:");
  assertStringIncludes(seen, "priority:");
  assert(!seen.includes("ZodError") && !seen.includes("invalid_type"));
  assertEquals((await ledger.entries()).length, 0);
});

Deno.test("arguments that are no JSON start and end a call visibly, and the turn goes on", async () => {
  const model = new ScriptedModel([
    { calls: [{ id: "c1", name: "ticket_create", input: '{"subject":' }] },
    { text: ["sorry"] },
  ]);
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "ticket please");
  assertEquals(ofType(events, "tool.started").length, 1);
  assertEquals(ofType(events, "tool.completed")[0]?.status, "error");
  assertEquals(ofType(events, "turn.completed")[0]?.text, "sorry");
  assertEquals((await ledger.entries()).length, 0);
});

Deno.test("two calls with one id are two calls with two ids and two results", async () => {
  const model = new ScriptedModel([
    { calls: [STATUS_CALL, { ...STATUS_CALL, input: '{"orderId":"B-0001"}' }] },
    { text: ["ok"] },
  ]);
  const events = await runTurn(testAgent(model).open(), "both?");
  assertEquals(
    new Set(ofType(events, "tool.started").map(({ call_id }) => call_id)),
    new Set(["c1", "c1__2"]),
  );
  assertEquals(
    new Set(ofType(events, "tool.completed").map(({ call_id }) => call_id)),
    new Set(["c1", "c1__2"]),
  );
});

Deno.test("two equal writes in one answer happen once (H1)", async () => {
  const call = { name: "ticket_create", input: '{"subject":"x"}' };
  const model = new ScriptedModel([{ calls: [{ id: "c1", ...call }, { id: "c2", ...call }] }, {
    text: ["ok"],
  }]);
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "ticket twice");
  assertEquals(ofType(events, "tool.completed").map(({ attempts }) => attempts).sort(), [0, 1]);
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("a turn that will not end stops at the step limit with status limit", async () => {
  const calls = Array.from({ length: 9 }, (_, no) => ({ ...STATUS_CALL, input: `{"orderId":"A-100${no}"}` }));
  const model = new ScriptedModel(calls.map((call) => ({ calls: [call] })));
  const events = await runTurn(testAgent(model).open(), "loop");
  const turn = ofType(events, "turn.completed")[0];
  assertEquals([turn?.status, turn?.stop_reason, turn?.steps], ["limit", "max_steps", 8]);
});

Deno.test("an error in the stream fails the turn, keeps what was said, and never prints", async () => {
  const model = new ScriptedModel([{ text: ["Half a"], error: new Error("boom") }]);
  const session = testAgent(model).open();
  const events = await runTurn(session, "hi");
  assertEquals(outline(events).slice(-3), ["message.completed", "error", "turn.completed"]);
  const turn = ofType(events, "turn.completed")[0];
  assertEquals([turn?.status, turn?.text, turn?.error?.code], ["failed", "Half a", "internal"]);
  assertEquals(session.messageCount, 2);
});

Deno.test("a model that cannot be asked at all fails the turn, and the session lives on", async () => {
  const model = new ScriptedModel([]);
  const session = testAgent(model).open();
  assertEquals(ofType(await runTurn(session, "hi"), "turn.completed")[0]?.status, "failed");
  assertEquals(session.busy, false);
  assertEquals(ofType(await runTurn(session, "hi"), "turn.completed").length, 1);
});

Deno.test("cancelling ends the turn at once, keeps what was said, and leaves a history that a model accepts", async () => {
  const model = new ScriptedModel([
    { text: ["I was say"], hangs: true },
    { text: ["Yes?"] },
  ]);
  const session = testAgent(model).open();
  const events = await runTurn(session, "hi", (event) => {
    if (event.type === "message.delta") session.cancel();
  });
  const turn = ofType(events, "turn.completed")[0];
  assertEquals([turn?.status, turn?.text], ["cancelled", "I was say"]);
  const again = await runTurn(session, "go on");
  assertEquals(ofType(again, "turn.completed")[0]?.status, "completed");
  assertEquals(model.prompts[1]?.map(({ role }) => role), ["system", "user", "assistant", "user"]);
});

Deno.test("a turn that ends while a call runs keeps what was said before the call", async () => {
  const call = { id: "c1", name: "order_cancel", input: '{"orderId":"A-2048"}' };
  const model = new ScriptedModel([
    { text: ["I will ", "cancel it."], calls: [call] },
    { text: ["Fine."] },
  ]);
  const session = testAgent(model).open();
  await runTurn(session, "cancel it", (event) => {
    if (event.type === "approval.requested") session.cancel();
  });
  await runTurn(session, "never mind");
  const [, , said] = model.prompts[1] ?? [];
  const parts = said?.role === "assistant" ? said.content : [];
  assertEquals(parts.map((part) => part.type === "text" ? part.text : part.type), [
    "I will cancel it.",
    "tool-call",
  ]);
});

Deno.test("cancelling while a call waits for approval gives that call its result, once", async () => {
  const call = { id: "c1", name: "order_cancel", input: '{"orderId":"A-2048"}' };
  const model = new ScriptedModel([{ calls: [call] }, { text: ["ok"] }]);
  const { open, ledger } = testAgent(model);
  const session = open();
  const events = await runTurn(session, "cancel it", (event) => {
    if (event.type === "approval.requested") session.cancel();
  });
  assertEquals(ofType(events, "approval.resolved")[0]?.by, "cancel");
  assertEquals(ofType(events, "tool.completed").length, 1);
  assertEquals(ofType(events, "turn.completed")[0]?.status, "cancelled");
  assertEquals((await ledger.entries()).length, 0);
  await runTurn(session, "and now?");
  const roles = model.prompts[1]?.map(({ role }) => role);
  assertEquals(roles, ["system", "user", "assistant", "tool", "user"]);
});

Deno.test("a result that is no JSON does not end the run", async () => {
  const { agent, open } = testAgent(
    new ScriptedModel([{ calls: [{ id: "c1", name: "loop_query", input: "{}" }] }, { text: ["ok"] }]),
  );
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  agent.registry.register("loop_query", {
    description: "x",
    inputSchema: z.object({}),
    execute: () => Promise.resolve(circular),
    traits: { kind: "read", risk: "low", priority: "extended", aliases: [], repeat: "share" },
  });
  const events = await runTurn(open(), "hi");
  const [completed] = ofType(events, "tool.completed");
  assertEquals([completed?.status, completed?.truncated], ["ok", true]);
  assertEquals(ofType(events, "turn.completed")[0]?.status, "completed");
});

Deno.test("an output over the cap reaches the model shortened, and says so", async () => {
  const { agent, open } = testAgent(
    new ScriptedModel([{ calls: [{ id: "c1", name: "big_query", input: "{}" }] }, { text: ["ok"] }]),
  );
  const result = { status: "success", summary: "Much.", structured: { rows: "中".repeat(20_000) } };
  agent.registry.register("big_query", {
    description: "x",
    inputSchema: z.object({}),
    execute: () => Promise.resolve(result),
    traits: { kind: "read", risk: "low", priority: "extended", aliases: [], repeat: "share" },
  });
  const [completed] = ofType(await runTurn(open(), "hi"), "tool.completed");
  assertEquals(completed?.truncated, true);
  assert(new TextEncoder().encode(JSON.stringify(completed?.output)).length <= 16_384);
  assertStringIncludes(JSON.stringify(completed?.output), "Much.");
});
