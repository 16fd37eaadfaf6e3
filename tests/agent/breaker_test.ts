import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { createOfflineModel } from "../../agent/offline/create_offline_model.ts";
import type { DeskCall, Receipt } from "../../tools/order_desk.ts";
import { ToolCallError } from "../../tools/types.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

const ORDER = {
  orderId: "A-1024",
  status: "shipped",
  etaDays: 2,
  item: "Kettle",
  amount: 299,
  refunded: 0,
  currency: "CNY",
} as const;
const RECEIPT: Receipt = { reference: "HO-1", createdAt: "2026-03-01T09:00:00.000Z", duplicate: false };

/** A desk whose orders cannot be asked for while it is down. */
class FlakyDesk extends FakeOrderDesk {
  down = true;

  override findOrder(orderId: string, call?: DeskCall): ReturnType<FakeOrderDesk["findOrder"]> {
    return this.#orDown(() => super.findOrder(orderId, call));
  }

  override refundOrder(
    ...args: Parameters<FakeOrderDesk["refundOrder"]>
  ): ReturnType<FakeOrderDesk["refundOrder"]> {
    return this.#orDown(() => super.refundOrder(...args));
  }

  #orDown<T>(answer: () => Promise<T>): Promise<T> {
    return this.down ? Promise.reject(new ToolCallError("unavailable", "the desk is down")) : answer();
  }
}

/** Calls about different orders, so that none repeats another. */
function statusCalls(count: number, from = 0) {
  return Array.from({ length: count }, (_, at) => ({
    id: `c${from + at}`,
    name: "order_query_status",
    input: `{"orderId":"A-${1000 + from + at}"}`,
  }));
}

function statuses(events: readonly AgentEvent[]): string[] {
  return ofType(events, "tool.completed").map(({ status, circuit }) => `${status} ${circuit?.state}`);
}

Deno.test("a tool that fails five times is switched off, handed over once, hidden, probed and shown again (H32)", async () => {
  const desk = new FlakyDesk({ order: ORDER, receipt: RECEIPT });
  const model = new ScriptedModel([
    { calls: statusCalls(5) },
    { calls: statusCalls(1, 5) },
    { text: ["Sorry."] },
    { calls: statusCalls(1, 6) },
    { text: ["Shipped."] },
    { text: ["Bye."] },
  ]);
  const { open, clock, problems } = testAgent(model, { desk });
  const session = open();
  const first = await runTurn(session, "where are my orders?");
  assertEquals(statuses(first), [
    "error closed",
    "error closed",
    "error closed",
    "error closed",
    "error open",
    "circuit_open open",
  ]);
  const handoffs = ofType(first, "handoff.created");
  assertEquals(handoffs.map(({ ticket_id, tool, turn_id }) => [ticket_id, tool, turn_id]), [
    ["HO-1", "order_query_status", ofType(first, "turn.started")[0]?.turn_id],
  ]);
  assertEquals(desk.calls.filter(([method]) => method === "createHandoff").length, 1);
  // The failure that opened it tells the model what was done; a call of the hidden tool is refused, not unknown.
  assertStringIncludes(
    JSON.stringify(model.prompts[1]?.at(-1)),
    "already been handed to a person under HO-1",
  );
  const refused = ofType(first, "tool.completed")[5];
  assertEquals([refused?.tool, refused?.attempts, refused?.error?.code], [
    "order_query_status",
    0,
    "circuit_open",
  ]);
  const shown = model.toolTables.map((names) => names.includes("order_query_status"));
  assertEquals(shown, [true, false, false]);

  clock.advance(60_000);
  desk.down = false;
  const second = await runTurn(session, "and now?");
  assertEquals(statuses(second), ["ok closed"]);
  assertEquals(ofType(second, "handoff.created"), []);
  await runTurn(session, "bye");
  const afterwards = model.toolTables.slice(3).map((names) => names.includes("order_query_status"));
  assertEquals(afterwards, [true, true, true]);
  assertEquals(problems, []);
});

Deno.test("other tools stay in the table, in their order, while one is hidden", async () => {
  const desk = new FlakyDesk({ receipt: RECEIPT });
  const model = new ScriptedModel([{ calls: statusCalls(5) }, { text: ["Sorry."] }]);
  await runTurn(testAgent(model, { desk }).open(), "where are my orders?");
  const [before, after] = model.toolTables;
  assertEquals(after, before?.filter((name) => name !== "order_query_status"));
});

Deno.test("approve → fail → approve → fail ends at the threshold, and nobody is asked any more", async () => {
  const desk = new FlakyDesk({ receipt: RECEIPT });
  const refunds = Array.from({ length: 7 }, (_, no) => ({
    id: `r${no}`,
    name: "order_refund",
    input: `{"orderId":"A-1024","reason":"broken, ${no}"}`,
  }));
  const model = new ScriptedModel([...refunds.map((call) => ({ calls: [call] })), { text: ["Sorry."] }]);
  const { agent, open } = testAgent(model, { desk });
  const events = await runTurn(open(), "refund it", (event) => {
    if (event.type !== "approval.requested") return;
    agent.interactions.approve(event.request_id, { decision: "allow", scope: "once" }, "user");
  });
  assertEquals(ofType(events, "approval.requested").length, 5);
  assertEquals(statuses(events), [
    "error closed",
    "error closed",
    "error closed",
    "error closed",
    "error open",
    "circuit_open open",
    "circuit_open open",
  ]);
});

Deno.test("sessions of one agent share what they know of a failing tool", async () => {
  const desk = new FlakyDesk({ receipt: RECEIPT });
  const model = new ScriptedModel([{ calls: statusCalls(5) }, { text: ["Sorry."] }, { text: ["Hello."] }]);
  const { open } = testAgent(model, { desk });
  await runTurn(open(), "where are my orders?");
  await runTurn(open(), "hi");
  assertEquals(model.toolNames.includes("order_query_status"), false);
});

Deno.test("a hand-off that the desk does not take is kept and announced", async () => {
  const { open, unsent } = testAgent(
    new ScriptedModel([{ calls: statusCalls(5) }, { text: ["抱歉。"] }]),
    { desk: new FlakyDesk() },
  );
  const events = await runTurn(open(), "我的订单到哪了？");
  assertEquals(ofType(events, "handoff.created"), []);
  const [warning] = ofType(events, "warning");
  assertEquals([warning?.code, warning?.hint], [
    "handoff_not_sent",
    "交接内容保存在 /state/handoffs.jsonl，请转交给同事",
  ]);
  assertEquals(unsent.map(({ reason }) => reason), ["工具 order_query_status 连续失败 5 次，已暂时停用"]);
  assertStringIncludes(unsent[0]?.transcript ?? "", "用户：我的订单到哪了？");
});

Deno.test("the way to a person is never switched off", async () => {
  const calls = Array.from({ length: 6 }, (_, no) => ({
    id: `h${no}`,
    name: "handoff_create",
    input: `{"reason":"help ${no}"}`,
  }));
  const model = new ScriptedModel([{ calls }, { text: ["Sorry."] }]);
  const desk = new FlakyDesk();
  const events = await runTurn(testAgent(model, { desk }).open(), "a person please");
  assertEquals(statuses(events), Array.from({ length: 6 }, () => "error undefined"));
  assertEquals(model.toolNames.includes("handoff_create"), true);
});

Deno.test("a turn that was cancelled counts no failure (H31)", async () => {
  const desk = new FlakyDesk({ order: ORDER });
  const model = new ScriptedModel([
    ...Array.from({ length: 6 }, (_, no) => ({ calls: statusCalls(1, no) })),
    { calls: statusCalls(1, 7) },
    { text: ["Shipped."] },
  ]);
  const { agent, open } = testAgent(model, { desk });
  const tool = agent.registry.resolve("order_query_status")?.tool;
  assert(tool);
  let hangs = true;
  agent.registry.register("order_query_status", {
    ...tool,
    execute: (input, options) =>
      hangs
        ? new Promise((_, reject) =>
          options.abortSignal?.addEventListener("abort", () => reject(new ToolCallError("network", "closed")))
        )
        : tool.execute?.(input, options),
  });
  const session = open();
  for (let no = 0; no < 6; no++) {
    await runTurn(session, "where?", (event) => {
      if (event.type === "tool.started") setTimeout(() => session.cancel(), 0);
    });
  }
  [hangs, desk.down] = [false, false];
  assertEquals(statuses(await runTurn(session, "where?")), ["ok closed"]);
});

Deno.test("the offline model works with the tools that are left", async () => {
  const desk = new FlakyDesk({ order: ORDER, receipt: RECEIPT, events: [] });
  const { open, clock } = testAgent(createOfflineModel(), { desk });
  const session = open();
  for (let no = 0; no < 5; no++) await runTurn(session, `订单 A-100${no} 到哪了？`);
  const hidden = await runTurn(session, "订单 A-1024 到哪了？");
  assertEquals(ofType(hidden, "tool.started"), []);
  assertEquals(
    ofType(hidden, "turn.completed")[0]?.text,
    "工具 order_query_status 连续出错，已暂时停用，这个请求没有执行。可以稍后再试，或者说“转人工”。",
  );
  const other = await runTurn(session, "转人工");
  assertEquals(ofType(other, "tool.completed").map(({ tool, status }) => [tool, status]), [
    ["handoff_create", "ok"],
  ]);
  clock.advance(60_000);
  desk.down = false;
  const probed = await runTurn(session, "订单 A-1024 到哪了？");
  assertEquals(ofType(probed, "turn.completed")[0]?.text, "订单 A-1024 已发货，预计 2 天后送达。");
});
