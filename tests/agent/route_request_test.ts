import { assertEquals } from "@std/assert";
import { createRouter } from "../../agent/route_request.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { testAgent } from "../_support/test_agent.ts";

const { registry } = testAgent(new ScriptedModel([])).agent;
const route = createRouter(registry);

for (
  const [request, worker] of [
    ["订单 A-1024 到哪了？", "order"],
    ["Where is order B-0001?", "order"],
    ["我的订单发货了吗", "order"],
    ["帮我建个工单，主题是查不到订单", "refund"],
    ["Create a ticket, subject: the printer is broken", "refund"],
    ["出差住宿标准是多少？", "knowledge"],
    ["How many days of annual leave do I get?", "knowledge"],
    ["What is the refund policy?", "knowledge"],
  ] as const
) {
  Deno.test(`the service hands "${request}" to ${worker}`, async () => {
    assertEquals(await route(request, undefined), worker);
  });
}

Deno.test("the service leaves a request that asks for nothing in particular with the worker that spoke last", async () => {
  assertEquals(await route("你好", "order"), "order");
  assertEquals(await route("谢谢", "refund"), "refund");
  assertEquals(await route("hello", undefined), "knowledge");
});
