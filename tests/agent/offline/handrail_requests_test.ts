import { assertEquals, assertStringIncludes } from "@std/assert";
import { assistant, called, step, user } from "./call_model.ts";

const REQUESTS: readonly (readonly [request: string, tool: string, input: unknown])[] = [
  ["帮我建个工单，主题是查不到订单", "ticket_create", { subject: "查不到订单" }],
  ["Create a ticket, subject: cannot find my order", "ticket_create", { subject: "cannot find my order" }],
  ["帮我建个加急工单，键盘坏了", "ticket_create", { subject: "键盘坏了", priority: "high" }],
  ["Open a ticket: high CPU load on db1", "ticket_create", { subject: "high CPU load on db1" }],
  ["Open a ticket, the app crashes, priority: high", "ticket_create", {
    subject: "the app crashes",
    priority: "high",
  }],
  ["把订单退款，原因是 B-0001 坏了", "order_refund", { orderId: "B-0001", reason: "B-0001 坏了" }],
  ["出差住宿标准是多少？", "kb_query", { query: "出差住宿标准是多少？" }],
  ["退款政策是什么", "kb_query", { query: "退款政策是什么" }],
  ["What is the refund policy?", "kb_query", { query: "What is the refund policy?" }],
  ["退款多久到账", "kb_query", { query: "退款多久到账" }],
  ["把订单 B-0001 退款，原因是坏了", "order_refund", { orderId: "B-0001", reason: "坏了" }],
  ["Refund order B-0001, reason: it is broken", "order_refund", {
    orderId: "B-0001",
    reason: "it is broken",
  }],
  ["取消订单 A-2048", "order_cancel", { orderId: "A-2048" }],
  ["Where is order A-1024?", "order_query_status", { orderId: "A-1024" }],
  ["where is a-1024?", "order_query_status", { orderId: "A-1024" }],
  ["Ａ－１０２４ 到哪了", "order_query_status", { orderId: "A-1024" }],
  ["A-1024 的物流轨迹给我看看", "order_query_with_tracking", { orderId: "A-1024" }],
  ["转人工", "handoff_create", { reason: "转人工" }],
  ["I want to talk to a human", "handoff_create", { reason: "I want to talk to a human" }],
];

for (const [request, tool, input] of REQUESTS) {
  Deno.test(`"${request}" calls ${tool}`, async () => {
    assertEquals(await step(request), [[tool, input]]);
  });
}

Deno.test("several order numbers are parallel calls of one tool", async () => {
  assertEquals(await step("A-1024 和 A-2048 到哪了"), [
    ["order_query_status", { orderId: "A-1024" }],
    ["order_query_status", { orderId: "A-2048" }],
  ]);
});

Deno.test("a missing order number is asked for through the asking tool, in the user's language", async () => {
  assertEquals(await step("我的订单到哪了"), [
    ["agent_ask_to_user", { question: "请问您的订单号是多少？（形如 A-1024）" }],
  ]);
  assertEquals(await step("Where is my order?"), [
    ["agent_ask_to_user", { question: "What is your order number? (for example A-1024)" }],
  ]);
});

Deno.test("a longer number is not cut down to an order number", async () => {
  assertEquals(await step("Where is order A-10245?"), [
    ["agent_ask_to_user", { question: "What is your order number? (for example A-1024)" }],
  ]);
});

Deno.test("the same request later in a conversation is the same call again", async () => {
  const request = user("帮我建个工单，主题是查不到订单");
  const done = called("ticket_create", { subject: "查不到订单" }, {
    status: "success",
    summary: "工单 TK-20261008-0001 已创建。",
    structured: { status: "created" },
  });
  const prompt = [request, ...done, assistant("工单 TK-20261008-0001 已创建。"), request];
  assertEquals(await step(prompt), [["ticket_create", { subject: "查不到订单" }]]);
});

Deno.test("small talk calls no tool and says what the model is", async () => {
  for (const text of ["你好", "你是谁？", "你是大模型吗？", "你能做什么？"]) {
    assertStringIncludes(String(await step(text)), "不是语言模型");
  }
  for (const text of ["Hello!", "Who are you?", "Are you an LLM?", "What can you do?"]) {
    const said = String(await step(text));
    assertStringIncludes(said, "not a language model");
    assertStringIncludes(said, "HANDRAIL_MODEL");
    assertStringIncludes(said, "- order_refund: The user clearly asks for the money of one order back.");
  }
  assertEquals(await step("谢谢！"), "不客气。还有需要随时告诉我。");
  assertEquals(await step("Thanks a lot"), "You are welcome.");
});

Deno.test("a remark that no tool fits is answered honestly", async () => {
  assertStringIncludes(String(await step("今天天气真好")), "什么也没有做");
});

Deno.test("a greeting before a request does not hide it", async () => {
  assertEquals(await step("你好，帮我查下订单A-1024"), [["order_query_status", { orderId: "A-1024" }]]);
});

Deno.test("tool choice is honoured", async () => {
  const none = await step("Where is order A-1024?", undefined, { toolChoice: { type: "none" } });
  assertEquals(typeof none, "string");
  const named = { toolChoice: { type: "tool", toolName: "order_query_with_tracking" } } as const;
  assertEquals(await step("Where is order A-1024?", undefined, named), [
    ["order_query_with_tracking", { orderId: "A-1024" }],
  ]);
  const required = await step("Hello", undefined, { toolChoice: { type: "required" } });
  assertEquals(Array.isArray(required), true);
});

Deno.test("nothing is changed unless the request asks for it", async () => {
  const question = { question: "请问您的订单号是多少？（形如 A-1024）" };
  assertEquals(await step("查一下我那个订单"), [["agent_ask_to_user", question]]);
  assertEquals(await step("订单 A-1024 可以取消吗？"), [["order_query_status", { orderId: "A-1024" }]]);
  assertEquals(await step("取消 A-2048，收货地址和 A-1024 一样"), [["order_cancel", { orderId: "A-2048" }]]);
  assertEquals(await step("取消 A-2048 和 A-1024"), [
    ["order_cancel", { orderId: "A-2048" }],
    ["order_cancel", { orderId: "A-1024" }],
  ]);
});

Deno.test("an amount of money is read where the request names one", async () => {
  assertEquals(await step("请把 B-0001 的 20 元退给我，因为少发了一件"), [
    ["order_refund", { orderId: "B-0001", amount: 20, reason: "少发了一件" }],
  ]);
});

Deno.test("the request itself is never taken for its reason", async () => {
  assertEquals(await step("订单 B-0001 坏了，帮我退款"), [
    ["agent_ask_to_user", { question: "请问退款原因是什么？" }],
  ]);
  assertEquals(await step("My order B-0001 is broken, please refund it"), [
    ["agent_ask_to_user", { question: "What is the reason?" }],
  ]);
  assertEquals(await step("帮我给订单 B-0001 退款，东西坏了"), [
    ["order_refund", { orderId: "B-0001", reason: "东西坏了" }],
  ]);
});
