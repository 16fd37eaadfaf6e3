import { assertEquals } from "@std/assert";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { orderQueryStatus } from "../../tools/order_query_status.ts";
import { acceptsInput, callTool, said } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

const SHIPPED = {
  orderId: "A-1024",
  status: "shipped",
  etaDays: 2,
  item: "keyboard",
  amount: 299,
  refunded: 0,
  currency: "CNY",
} as const;

async function summaryOf(
  order: Partial<Record<keyof typeof SHIPPED, unknown>>,
  words: string,
): Promise<string> {
  const desk = new FakeOrderDesk({ order: { ...SHIPPED, ...order as object } });
  const tool = orderQueryStatus({ desk, language: "en" });
  return (await callTool(tool, { orderId: "A-1024" }, { messages: said(words) })).summary;
}

Deno.test("order_query_status says where an order is and hands out its fields", async () => {
  const ledger = new MemoryLedger();
  const tool = orderQueryStatus({ desk: new EmbeddedOrderDesk({ ledger, now: () => 0 }), language: "en" });
  assertEquals(await callTool(tool, { orderId: "A-1024" }, { messages: said("Where is A-1024?") }), {
    status: "success",
    summary: "Order A-1024 is shipped and should arrive in 2 days.",
    structured: {
      found: true,
      status: "shipped",
      orderId: "A-1024",
      etaDays: 2,
      item: "无线键盘 / wireless keyboard",
      amount: 299,
      refunded: 0,
      currency: "CNY",
    },
  });
});

Deno.test("order_query_status words every status in English", async () => {
  const say = (order: object) => summaryOf(order, "Where is it?");
  assertEquals(
    await say({ status: "packing", etaDays: 4 }),
    "Order A-1024 is being packed and should arrive in 4 days.",
  );
  assertEquals(await say({ status: "delivered", etaDays: null }), "Order A-1024 is delivered.");
  assertEquals(await say({ status: "cancelled", etaDays: null }), "Order A-1024 is cancelled.");
});

Deno.test("order_query_status words every status in Chinese", async () => {
  const say = (order: object) => summaryOf(order, "到哪了？");
  assertEquals(await say({}), "订单 A-1024 已发货，预计 2 天后送达。");
  assertEquals(await say({ status: "packing", etaDays: 4 }), "订单 A-1024 打包中，预计 4 天后送达。");
  assertEquals(await say({ status: "delivered", etaDays: null }), "订单 A-1024 已签收。");
  assertEquals(await say({ status: "cancelled", etaDays: null }), "订单 A-1024 已取消。");
});

Deno.test("order_query_status says one day and today", async () => {
  assertEquals(
    await summaryOf({ etaDays: 1 }, "hello"),
    "Order A-1024 is shipped and should arrive in 1 day.",
  );
  assertEquals(await summaryOf({ etaDays: 0 }, "hello"), "Order A-1024 is shipped and should arrive today.");
  assertEquals(await summaryOf({ etaDays: 1 }, "你好"), "订单 A-1024 已发货，预计 1 天后送达。");
  assertEquals(await summaryOf({ etaDays: 0 }, "你好"), "订单 A-1024 已发货，预计今天送达。");
});

Deno.test("order_query_status answers an unknown number with a success that says found: false", async () => {
  const tool = orderQueryStatus({ desk: new FakeOrderDesk(), language: "zh" });
  const structured = { status: "not_found", found: false, orderId: "A-9999" };
  assertEquals(await callTool(tool, { orderId: "A-9999" }, { messages: said("Where is A-9999?") }), {
    status: "success",
    summary: "There is no order A-9999. Please check the order number.",
    structured,
  });
  assertEquals(await callTool(tool, { orderId: "A-9999" }, { messages: said("A-9999") }), {
    status: "success",
    summary: "没有找到订单 A-9999，请确认订单号是否正确。",
    structured,
  });
});

Deno.test("order_query_status passes the abort signal to the desk", async () => {
  const desk = new FakeOrderDesk();
  const { signal } = new AbortController();
  await callTool(orderQueryStatus({ desk, language: "en" }), { orderId: "A-1024" }, { abortSignal: signal });
  assertEquals(desk.calls, [["findOrder", "A-1024", signal]]);
});

Deno.test("order_query_status takes a capital letter, a dash and four digits as order number", () => {
  const tool = orderQueryStatus({ desk: new FakeOrderDesk(), language: "en" });
  for (const orderId of ["A-1024", "B-0001"]) assertEquals(acceptsInput(tool, { orderId }), true);
  for (
    const orderId of ["a-1024", "A1024", "A-102", "A-10245", "AA-1024", " A-1024", "A-1024\n", "", 1024, null]
  ) {
    assertEquals(acceptsInput(tool, { orderId }), false, JSON.stringify(orderId));
  }
  assertEquals(acceptsInput(tool, {}), false);
});
