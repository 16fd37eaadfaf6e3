import { assertEquals } from "@std/assert";
import { handoffCreate } from "../../tools/handoff_create.ts";
import { callTool, said } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

const RECEIPT = { reference: "TK-20261009-0007", createdAt: "2026-10-09T04:00:00.000Z", duplicate: false };

Deno.test("handoff_create gives a pack of ticketId, reason, transcript and createdAt", async () => {
  const tool = handoffCreate({ desk: new FakeOrderDesk({ receipt: RECEIPT }), language: "en" });
  const input = { reason: "Refund failed twice", transcript: "User: refund B-0001" };
  assertEquals(await callTool(tool, input, { messages: said("Let me talk to a human") }), {
    status: "success",
    summary: "The conversation was handed to a person under TK-20261009-0007.",
    structured: {
      status: "handed_off",
      ticketId: "TK-20261009-0007",
      reason: "Refund failed twice",
      transcript: "User: refund B-0001",
      createdAt: "2026-10-09T04:00:00.000Z",
    },
  });
});

Deno.test("handoff_create answers in Chinese", async () => {
  const tool = handoffCreate({ desk: new FakeOrderDesk({ receipt: RECEIPT }), language: "en" });
  const output = await callTool(tool, { reason: "要找真人" }, { messages: said("转人工") });
  assertEquals(output.summary, "已转人工，交接单号 TK-20261009-0007，会有同事跟进。");
});

Deno.test("handoff_create says duplicate when the desk had carried out the request before", async () => {
  const desk = new FakeOrderDesk({ receipt: { ...RECEIPT, duplicate: true } });
  const output = await callTool(handoffCreate({ desk, language: "en" }), { reason: "x" });
  assertEquals([output.structured.status, output.structured.ticketId], ["duplicate", "TK-20261009-0007"]);
});

Deno.test("handoff_create hands the pack, the request's id and the signal to the desk", async () => {
  const desk = new FakeOrderDesk({ receipt: RECEIPT });
  const { signal } = new AbortController();
  await callTool(handoffCreate({ desk, language: "en" }), { reason: "x" }, {
    requestId: "req_1",
    abortSignal: signal,
  });
  assertEquals(desk.calls, [["createHandoff", { reason: "x", transcript: "" }, "req_1", signal]]);
});

Deno.test("handoff_create is a write that happens once and asks nobody", () => {
  const { kind, risk, repeat, aliases } = handoffCreate({ desk: new FakeOrderDesk(), language: "en" }).traits;
  assertEquals([kind, risk, repeat, aliases], ["write", "low", "once", ["escalateToHuman"]]);
});
