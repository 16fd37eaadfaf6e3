import { assertEquals } from "@std/assert";
import { resolveCallName } from "../../../agent/calls/resolve_call_name.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";

const TOOLS = testAgent(new ScriptedModel([])).agent.registry.getAll();

Deno.test("resolveCallName() finds a tool by name, alias or another spelling of either (H35)", () => {
  const cases: [string, string, string][] = [
    ["order_query_status", "order_query_status", "exact"],
    ["getOrderStatus", "order_query_status", "alias"],
    ["get_order_status", "order_query_status", "normalised"],
    ["Order-Query-Status", "order_query_status", "normalised"],
    ["order.query.status", "order_query_status", "normalised"],
    ["orderRefund", "order_refund", "normalised"],
    ["functions.order_refund:0", "order_refund", "normalised"],
    ["default_api:order_refund", "order_refund", "normalised"],
    ["tools/getOrderStatus", "order_query_status", "normalised"],
    ["kb_query<|channel|>commentary", "kb_query", "normalised"],
    [" `kb_query` ", "kb_query", "normalised"],
  ];
  for (const [called, name, how] of cases) {
    assertEquals(resolveCallName(called, TOOLS), { name, how }, called);
  }
});

Deno.test("resolveCallName() forgives two slips for a read, and none for a write (H35)", () => {
  assertEquals(resolveCallName("order_qery_statsu", TOOLS), undefined);
  assertEquals(resolveCallName("order_query_statu", TOOLS), { name: "order_query_status", how: "nearest" });
  assertEquals(resolveCallName("ordr_query_staus", TOOLS), { name: "order_query_status", how: "nearest" });
  assertEquals(resolveCallName("order_refnd", TOOLS), undefined);
  assertEquals(resolveCallName("ticket_creat", TOOLS), undefined);
});

Deno.test("resolveCallName() finds nothing by what every object has, nothing, or a short name (H35)", () => {
  for (
    const name of [
      "constructor",
      "__proto__",
      "toString",
      "hasOwnProperty",
      "",
      "_",
      "kb",
      "order_delete",
      "undo.order_refund",
      "functions.",
    ]
  ) {
    assertEquals(resolveCallName(name, TOOLS), undefined, name);
  }
});

Deno.test("resolveCallName() finds nothing where two tools are equally near", () => {
  const tool = TOOLS.kb_query;
  if (!tool) throw new TypeError("Cannot test: there is no kb_query");
  const plain = { ...tool, traits: { ...tool.traits, aliases: [] } };
  assertEquals(resolveCallName("stock_query_x", { stock_query_a: plain, stock_query_b: plain }), undefined);
});
