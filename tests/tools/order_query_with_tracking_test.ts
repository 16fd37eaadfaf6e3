import { assertEquals } from "@std/assert";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { orderQueryWithTracking } from "../../tools/order_query_with_tracking.ts";
import { callTool, said } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

const NOW = Date.parse("2026-10-09T04:00:00.000Z");

function realTool() {
  const desk = new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now: () => NOW });
  return orderQueryWithTracking({ desk, language: "en" });
}

async function summaryOf(orderId: string, words: string): Promise<string> {
  return (await callTool(realTool(), { orderId }, { messages: said(words) })).summary;
}

Deno.test("order_query_with_tracking gives status and steps in one answer", async () => {
  const output = await callTool(realTool(), { orderId: "A-1024" }, {
    messages: said("Show me the tracking"),
  });
  assertEquals(output, {
    status: "success",
    summary: "Order A-1024 is shipped and should arrive in 2 days. " +
      "Latest step: 2026-10-08 23:00 UTC, 杭州 Hangzhou, in transit (3 in all).",
    structured: {
      found: true,
      status: "shipped",
      orderId: "A-1024",
      etaDays: 2,
      item: "无线键盘 / wireless keyboard",
      amount: 299,
      refunded: 0,
      currency: "CNY",
      events: [
        { time: "2026-10-08T23:00:00.000Z", place: "杭州 Hangzhou", event: "in_transit" },
        { time: "2026-10-08T08:00:00.000Z", place: "上海 Shanghai", event: "picked_up" },
        { time: "2026-10-08T02:00:00.000Z", place: "上海 Shanghai", event: "packed" },
      ],
    },
  });
});

Deno.test("order_query_with_tracking words the latest step in Chinese", async () => {
  assertEquals(
    await summaryOf("A-1024", "物流轨迹"),
    "订单 A-1024 已发货，预计 2 天后送达。最近一条物流：2026-10-08 23:00 UTC，杭州 Hangzhou，运输中（共 3 条）。",
  );
  assertEquals(
    await summaryOf("B-0001", "物流轨迹"),
    "订单 B-0001 已签收。最近一条物流：2026-10-07 22:00 UTC，北京 Beijing，已签收（共 3 条）。",
  );
});

Deno.test("order_query_with_tracking says plainly that there are no steps yet", async () => {
  assertEquals(
    await summaryOf("A-2048", "Show me the steps"),
    "Order A-2048 is being packed and should arrive in 4 days. There are no tracking steps yet.",
  );
  assertEquals(
    await summaryOf("A-2048", "物流轨迹"),
    "订单 A-2048 打包中，预计 4 天后送达。还没有物流记录。",
  );
});

Deno.test("order_query_with_tracking words the steps it knows and repeats codes that it does not", async () => {
  const order = {
    orderId: "A-1024",
    status: "shipped",
    etaDays: null,
    item: "keyboard",
    amount: 299,
    refunded: 0,
    currency: "CNY",
  } as const;
  const latest = async (event: string, words: string) => {
    const events = [{ time: "2026-10-08T23:00:00.000Z", place: "Hangzhou", event }];
    const tool = orderQueryWithTracking({ desk: new FakeOrderDesk({ order, events }), language: "en" });
    return (await callTool(tool, { orderId: "A-1024" }, { messages: said(words) })).summary;
  };
  for (
    const [event, en, zh] of [
      ["packed", "packed", "已打包"],
      ["picked_up", "picked up", "已揽收"],
      ["delivered", "delivered", "已签收"],
      ["customs_hold", "customs_hold", "customs_hold"],
      ["constructor", "constructor", "constructor"],
    ] as const
  ) {
    assertEquals(
      await latest(event, "hello"),
      `Order A-1024 is shipped. Latest step: 2026-10-08 23:00 UTC, Hangzhou, ${en} (1 in all).`,
    );
    assertEquals(
      await latest(event, "你好"),
      `订单 A-1024 已发货。最近一条物流：2026-10-08 23:00 UTC，Hangzhou，${zh}（共 1 条）。`,
    );
  }
});

Deno.test("order_query_with_tracking answers an unknown number with found: false", async () => {
  assertEquals(await callTool(realTool(), { orderId: "A-9999" }, { messages: said("你好") }), {
    status: "success",
    summary: "没有找到订单 A-9999，请确认订单号是否正确。",
    structured: { status: "not_found", found: false, orderId: "A-9999" },
  });
  assertEquals(
    await summaryOf("A-9999", "hello"),
    "There is no order A-9999. Please check the order number.",
  );
});

Deno.test("order_query_with_tracking asks the desk for both, with the abort signal", async () => {
  const desk = new FakeOrderDesk();
  const { signal } = new AbortController();
  await callTool(orderQueryWithTracking({ desk, language: "en" }), { orderId: "A-1024" }, {
    abortSignal: signal,
  });
  assertEquals(desk.calls, [["findOrder", "A-1024", signal], ["trackOrder", "A-1024", signal]]);
});
