import { assertEquals } from "@std/assert";
import { SHELL_ORDER } from "../../agent/default_shells.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

Deno.test("the shells stand in their order, outermost first", () => {
  assertEquals(SHELL_ORDER, [
    "audit",
    "loopGuard",
    "friendlyErrors",
    "piiMask",
    "inputValidation",
    "approval",
    "idempotency",
    "circuitBreaker",
    "timeout",
  ]);
});

Deno.test("a refused call never reaches the records: allowed later, it runs", async () => {
  const call = { id: "c1", name: "order_cancel", input: '{"orderId":"A-2048"}' };
  const model = new ScriptedModel([{ calls: [call] }, { text: ["no"] }, { calls: [call] }, {
    text: ["yes"],
  }]);
  const { agent, open, ledger } = testAgent(model);
  const session = open();
  for (const decision of ["deny", "allow"] as const) {
    await runTurn(session, "cancel A-2048", (event) => {
      if (event.type !== "approval.requested") return;
      const answer = decision === "deny" ? { decision } : { decision, scope: "once" as const };
      agent.interactions.approve(event.request_id, answer, "user");
    });
  }
  assertEquals((await ledger.entries()).map(({ action }) => action), ["order_cancel"]);
});

Deno.test("waiting for a person counts in no time-out (H25)", async () => {
  const call = { id: "c1", name: "order_cancel", input: '{"orderId":"A-2048"}' };
  const { agent, open, clock } = testAgent(new ScriptedModel([{ calls: [call] }, { text: ["ok"] }]));
  const events = await runTurn(open(), "cancel A-2048", (event) => {
    if (event.type !== "approval.requested") return;
    clock.advance(200_000);
    agent.interactions.approve(event.request_id, { decision: "allow", scope: "once" }, "user");
  });
  assertEquals(ofType(events, "tool.completed")[0]?.status, "ok");
});

Deno.test("a tool that takes too long is cut off, and its late success is what a repeat gets (H36)", async () => {
  const call = { id: "c1", name: "ticket_create", input: '{"subject":"x"}' };
  const model = new ScriptedModel([{ calls: [call] }, { text: ["?"] }, { calls: [call] }, { text: ["!"] }]);
  const slow = Promise.withResolvers<void>();
  const { agent, open, clock, ledger } = testAgent(model);
  const tool = agent.registry.resolve("ticket_create")?.tool;
  const execute = tool?.execute;
  if (!tool || !execute) throw new Error("ticket_create is missing");
  agent.registry.register("ticket_create", {
    ...tool,
    execute: async (input, options) => {
      await slow.promise;
      return await execute(input, options);
    },
  });
  const session = open();
  const first = await runTurn(session, "ticket", (event) => {
    if (event.type === "tool.started") setTimeout(() => clock.advance(30_000), 0);
  });
  assertEquals(ofType(first, "tool.completed")[0]?.status, "timeout");
  slow.resolve();
  while ((await ledger.entries()).length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  await new Promise((resolve) => setTimeout(resolve, 0));
  const second = await runTurn(session, "ticket");
  const [completed] = ofType(second, "tool.completed");
  assertEquals([completed?.status, completed?.attempts, completed?.idempotency?.hit], ["ok", 0, true]);
  assertEquals((await ledger.entries()).length, 1);
});
