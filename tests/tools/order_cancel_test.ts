import { assertEquals } from "@std/assert";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { orderCancel } from "../../tools/order_cancel.ts";
import { callTool, said } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

function setUp() {
  const ledger = new MemoryLedger();
  const desk = new EmbeddedOrderDesk({ ledger, now: () => Date.parse("2026-10-09T04:00:00.000Z") });
  return { ledger, tool: orderCancel({ desk, language: "en" }) };
}

Deno.test("order_cancel cancels an order that is being packed, in English", async () => {
  const { tool, ledger } = setUp();
  const output = await callTool(tool, { orderId: "A-2048", reason: "wrong size" }, {
    messages: said("Cancel order A-2048, I ordered the wrong size"),
    requestId: "req_1",
  });
  assertEquals(output, {
    status: "success",
    summary: "Order A-2048 was cancelled.",
    structured: {
      status: "cancelled",
      applied: true,
      orderId: "A-2048",
      cancelledAt: "2026-10-09T04:00:00.000Z",
    },
  });
  assertEquals(await ledger.entries(), [{
    time: "2026-10-09T04:00:00.000Z",
    action: "order_cancel",
    requestId: "req_1",
    reference: "A-2048",
    details: { reason: "wrong size" },
  }]);
});

Deno.test("order_cancel cancels an order that is being packed, in Chinese", async () => {
  const output = await callTool(setUp().tool, { orderId: "A-2048" }, { messages: said("取消订单 A-2048") });
  assertEquals(output.summary, "订单 A-2048 已取消。");
});

Deno.test("order_cancel says duplicate and applied when the request was carried out before", async () => {
  const { tool, ledger } = setUp();
  await callTool(tool, { orderId: "A-2048" }, { requestId: "req_1" });
  const { structured } = await callTool(tool, { orderId: "A-2048" }, { requestId: "req_1" });
  assertEquals([structured.status, structured.applied], ["duplicate", true]);
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("order_cancel explains why an order that left cannot be cancelled", async () => {
  const { tool, ledger } = setUp();
  assertEquals(await callTool(tool, { orderId: "A-1024" }, { messages: said("Cancel A-1024, please") }), {
    status: "success",
    summary: "Order A-1024 is shipped and cannot be cancelled.",
    structured: {
      status: "not_cancellable",
      applied: false,
      orderId: "A-1024",
      etaDays: 2,
      item: "无线键盘 / wireless keyboard",
      amount: 299,
      refunded: 0,
      currency: "CNY",
    },
  });
  const inChinese = await callTool(tool, { orderId: "B-0001" }, { messages: said("取消 B-0001") });
  assertEquals(inChinese.summary, "订单 B-0001 已签收，不能取消。");
  assertEquals(await ledger.entries(), []);
});

Deno.test("order_cancel says that an order is cancelled already", async () => {
  const { tool, ledger } = setUp();
  await callTool(tool, { orderId: "A-2048" });
  const again = await callTool(tool, { orderId: "A-2048" });
  assertEquals(again.summary, "Order A-2048 is cancelled already; nothing was changed.");
  assertEquals([again.structured.status, again.structured.applied], ["not_cancellable", false]);
  const inChinese = await callTool(tool, { orderId: "A-2048" }, { messages: said("取消") });
  assertEquals(inChinese.summary, "订单 A-2048 此前已取消，没有再做更改。");
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("order_cancel answers an unknown number with found: false and applied: false", async () => {
  const { tool, ledger } = setUp();
  assertEquals(await callTool(tool, { orderId: "A-9999" }), {
    status: "success",
    summary: "There is no order A-9999. Please check the order number.",
    structured: { status: "not_found", found: false, applied: false, orderId: "A-9999" },
  });
  const inChinese = await callTool(tool, { orderId: "A-9999" }, { messages: said("取消") });
  assertEquals(inChinese.summary, "没有找到订单 A-9999，请确认订单号是否正确。");
  assertEquals(await ledger.entries(), []);
});

Deno.test("order_cancel hands reason, request id and signal to the desk", async () => {
  const receipt = { reference: "A-2048", createdAt: "2026-10-09T04:00:00.000Z", duplicate: false };
  const desk = new FakeOrderDesk({ cancelled: receipt });
  const tool = orderCancel({ desk, language: "en" });
  const { signal } = new AbortController();
  await callTool(tool, { orderId: "A-2048" }, { requestId: "req_1", abortSignal: signal });
  await callTool(tool, { orderId: "A-2048", reason: "wrong size" });
  assertEquals(desk.calls, [
    ["cancelOrder", "A-2048", "", "req_1", signal],
    ["cancelOrder", "A-2048", "wrong size", undefined, undefined],
  ]);
});

Deno.test("order_cancel is a write of high risk that happens once", () => {
  const { kind, risk, repeat } = setUp().tool.traits;
  assertEquals([kind, risk, repeat], ["write", "high", "once"]);
});
