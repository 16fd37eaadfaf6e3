import { assertEquals } from "@std/assert";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { orderRefund } from "../../tools/order_refund.ts";
import { acceptsInput, callTool, inputFields, said } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

const IN_ENGLISH = { messages: said("Refund the order, please") };
const IN_CHINESE = { messages: said("给我退款") };

function setUp() {
  const ledger = new MemoryLedger();
  const desk = new EmbeddedOrderDesk({ ledger, now: () => Date.parse("2026-10-09T04:00:00.000Z") });
  return { ledger, tool: orderRefund({ desk, language: "en" }) };
}

Deno.test("order_refund pays back all of an order, in English", async () => {
  const { tool, ledger } = setUp();
  const options = { ...IN_ENGLISH, requestId: "req_1" };
  assertEquals(await callTool(tool, { orderId: "B-0001", reason: "it is broken" }, options), {
    status: "success",
    summary: "899 CNY of order B-0001 was refunded.",
    structured: {
      status: "refunded",
      applied: true,
      orderId: "B-0001",
      amount: 899,
      currency: "CNY",
      refundedAt: "2026-10-09T04:00:00.000Z",
    },
  });
  assertEquals(await ledger.entries(), [{
    time: "2026-10-09T04:00:00.000Z",
    action: "order_refund",
    requestId: "req_1",
    reference: "B-0001",
    details: { amount: 899, currency: "CNY", reason: "it is broken" },
  }]);
});

Deno.test("order_refund pays back a part of an order, in Chinese", async () => {
  const input = { orderId: "B-0001", amount: 99.5, reason: "坏了" };
  const output = await callTool(setUp().tool, input, IN_CHINESE);
  assertEquals(output.summary, "订单 B-0001 已退款 99.5 CNY。");
  assertEquals(output.structured.amount, 99.5);
});

Deno.test("order_refund says duplicate, with the first amount, when the request was carried out before", async () => {
  const { tool, ledger } = setUp();
  const input = { orderId: "B-0001", amount: 100, reason: "broken" };
  await callTool(tool, input, { requestId: "req_1" });
  const { structured } = await callTool(tool, input, { requestId: "req_1" });
  assertEquals([structured.status, structured.applied, structured.amount], ["duplicate", true, 100]);
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("order_refund refuses more than is left and says how much that is", async () => {
  const { tool, ledger } = setUp();
  await callTool(tool, { orderId: "A-1024", amount: 32.09, reason: "x" });
  const input = { orderId: "A-1024", amount: 300, reason: "x" };
  assertEquals(await callTool(tool, input, IN_ENGLISH), {
    status: "success",
    summary: "At most 266.91 CNY of order A-1024 can be refunded; nothing was paid back.",
    structured: {
      status: "amount_too_high",
      applied: false,
      orderId: "A-1024",
      etaDays: 2,
      item: "无线键盘 / wireless keyboard",
      amount: 299,
      refunded: 32.09,
      currency: "CNY",
    },
  });
  const inChinese = await callTool(tool, input, IN_CHINESE);
  assertEquals(inChinese.summary, "订单 A-1024 最多还能退 266.91 CNY，没有退款。");
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("order_refund refuses an order that is refunded in full", async () => {
  const { tool, ledger } = setUp();
  const input = { orderId: "B-0001", reason: "broken" };
  await callTool(tool, input);
  const again = await callTool(tool, input, IN_ENGLISH);
  assertEquals(again.summary, "Order B-0001 is refunded in full already; nothing more was paid back.");
  assertEquals(
    [again.structured.status, again.structured.applied, again.structured.refunded],
    ["already_refunded", false, 899],
  );
  const inChinese = await callTool(tool, input, IN_CHINESE);
  assertEquals(inChinese.summary, "订单 B-0001 已经全额退款，没有再退。");
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("order_refund answers an unknown number with found: false and applied: false", async () => {
  const { tool, ledger } = setUp();
  const input = { orderId: "A-9999", reason: "broken" };
  assertEquals(await callTool(tool, input, IN_ENGLISH), {
    status: "success",
    summary: "There is no order A-9999. Please check the order number.",
    structured: { status: "not_found", found: false, applied: false, orderId: "A-9999" },
  });
  assertEquals(
    (await callTool(tool, input, IN_CHINESE)).summary,
    "没有找到订单 A-9999，请确认订单号是否正确。",
  );
  assertEquals(await ledger.entries(), []);
});

Deno.test("order_refund hands amount, reason, request id and signal to the desk", async () => {
  const receipt = { reference: "B-0001", createdAt: "2026-10-09T04:00:00.000Z", duplicate: false };
  const desk = new FakeOrderDesk({ refunded: { ...receipt, amount: 899, currency: "CNY" } });
  const tool = orderRefund({ desk, language: "en" });
  const { signal } = new AbortController();
  await callTool(tool, { orderId: "B-0001", reason: "x" }, { requestId: "req_1", abortSignal: signal });
  await callTool(tool, { orderId: "B-0001", amount: 5, reason: "x" });
  assertEquals(desk.calls, [
    ["refundOrder", { orderId: "B-0001", reason: "x" }, "req_1", signal],
    ["refundOrder", { orderId: "B-0001", amount: 5, reason: "x" }, undefined, undefined],
  ]);
});

Deno.test("order_refund is a write of high risk that happens once", () => {
  const { kind, risk, repeat } = setUp().tool.traits;
  assertEquals([kind, risk, repeat], ["write", "high", "once"]);
});

Deno.test("order_refund takes amounts above zero and demands a reason", () => {
  const { tool } = setUp();
  const input = { orderId: "B-0001", reason: "broken" };
  assertEquals(inputFields(tool), ["orderId", "amount", "reason"]);
  for (const amount of [0.01, 899]) assertEquals(acceptsInput(tool, { ...input, amount }), true);
  for (const amount of [0, -1, "5", null]) {
    assertEquals(acceptsInput(tool, { ...input, amount }), false);
  }
  assertEquals(acceptsInput(tool, { orderId: "B-0001" }), false);
  assertEquals(acceptsInput(tool, { orderId: "B-0001", reason: "" }), false);
});
