import { assertEquals, assertStringIncludes } from "@std/assert";
import { generateText, isStepCount, jsonSchema, tool, type ToolSet } from "ai";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";
import { assistant, called, NOW, step, user } from "./call_model.ts";
import { HANDRAIL_TOOLS } from "./handrail_tools.ts";

const ZH_QUESTION = "请问您的订单号是多少？（形如 A-1024）";
const answer = (text: string) => ({
  status: "success",
  summary: `用户回答：${text}`,
  structured: { status: "answered", answer: text },
});
const nobody = { status: "success", summary: "没有人能回答。", structured: { status: "no_human" } };

/** Executable tools: the person answers with the given texts, everything else succeeds. */
function executable(answers: string[], calls: [string, unknown][]): ToolSet {
  return Object.fromEntries(HANDRAIL_TOOLS.map(({ name, description, inputSchema }) => [
    name,
    tool({
      ...(description !== undefined && { description }),
      inputSchema: jsonSchema<Record<string, unknown>>(inputSchema),
      execute: (input) => {
        calls.push([name, input]);
        if (name === "agent_ask_to_user") return answer(answers.shift() ?? "");
        return { status: "success", summary: `${name} done.`, structured: { status: "ok" } };
      },
    }),
  ]));
}

Deno.test("generateText asks, continues with the answer in the same turn, and tells the result", async () => {
  const calls: [string, unknown][] = [];
  const { text } = await generateText({
    model: createOfflineModel({ now: () => NOW }),
    tools: executable(["a-1024"], calls),
    stopWhen: isStepCount(5),
    prompt: "我的订单到哪了",
  });
  assertEquals(calls, [
    ["agent_ask_to_user", { question: ZH_QUESTION }],
    ["order_query_status", { orderId: "A-1024" }],
  ]);
  assertEquals(text, "order_query_status done.");
});

Deno.test("two missing arguments are asked for one after the other", async () => {
  const calls: [string, unknown][] = [];
  await generateText({
    model: createOfflineModel({ now: () => NOW }),
    tools: executable(["B-0001", "屏幕碎了"], calls),
    stopWhen: isStepCount(5),
    prompt: "帮我退款",
  });
  assertEquals(calls, [
    ["agent_ask_to_user", { question: ZH_QUESTION }],
    ["agent_ask_to_user", { question: "请问退款原因是什么？" }],
    ["order_refund", { orderId: "B-0001", reason: "屏幕碎了" }],
  ]);
});

Deno.test("an answer that gives more than was asked fills more", async () => {
  const prompt = [user("帮我退款"), ...called("agent_ask_to_user", {}, answer("B-0001，原因是坏了"))];
  assertEquals(await step(prompt), [["order_refund", { orderId: "B-0001", reason: "坏了" }]]);
});

Deno.test("an answer that does not fit is asked for once more, then the request is given up", async () => {
  const once = [user("我的订单到哪了"), ...called("agent_ask_to_user", {}, answer("不记得了"))];
  assertEquals(await step(once), [["agent_ask_to_user", { question: ZH_QUESTION }]]);
  const twice = [...once, ...called("agent_ask_to_user", {}, answer("真的不记得"))];
  assertStringIncludes(String(await step(twice)), "什么也没有执行");
});

Deno.test("with nobody to answer, the question becomes the reply", async () => {
  assertEquals(await step([user("我的订单到哪了"), ...called("agent_ask_to_user", {}, nobody)]), ZH_QUESTION);
});

Deno.test("without an asking tool, the question becomes the reply", async () => {
  const tools = HANDRAIL_TOOLS.filter(({ name }) => name !== "agent_ask_to_user");
  assertEquals(await step("我的订单到哪了", tools), ZH_QUESTION);
});

Deno.test("without an asking tool, a half-known read is called, and its refusal becomes the question", async () => {
  const tools = [{
    type: "function" as const,
    name: "weather_get",
    description: "Get the weather forecast of a city for a day.",
    inputSchema: {
      type: "object" as const,
      properties: {
        city: { type: "string" as const, description: "The city." },
        date: { type: "string" as const, format: "date", description: "The day." },
      },
      required: ["city", "date"],
    },
  }];
  const request = user("What is the weather in Paris?");
  assertEquals(await step([request], tools), [["weather_get", { city: "Paris" }]]);
  const refused = {
    status: "error",
    error_type: "invalid_input",
    message: "date: required",
    recoverable: false,
  };
  const reply = await step([request, ...called("weather_get", { city: "Paris" }, refused)], tools);
  assertEquals(reply, "What is the date?");
});

Deno.test("a message after the model's own question continues the request", async () => {
  const prompt = [user("我的订单到哪了"), assistant(ZH_QUESTION), user("A-1024")];
  assertEquals(await step(prompt), [["order_query_status", { orderId: "A-1024" }]]);
});

Deno.test("a new request after the model's own question is a new request", async () => {
  const prompt = [user("帮我建个工单"), assistant("请问工单主题是什么？"), user("订单 A-1024 到哪了？")];
  assertEquals(await step(prompt), [["order_query_status", { orderId: "A-1024" }]]);
});

Deno.test("a request can be dropped instead of answered", async () => {
  const prompt = [user("我的订单到哪了"), assistant(ZH_QUESTION), user("算了")];
  assertEquals(typeof await step(prompt), "string");
});

Deno.test("the choices of an enum are offered", async () => {
  const asker = HANDRAIL_TOOLS.filter(({ name }) => name === "agent_ask_to_user");
  const tools = [...asker, {
    type: "function" as const,
    name: "shirt_order",
    description: "Orders a shirt",
    inputSchema: {
      type: "object" as const,
      properties: { size: { type: "string" as const, enum: ["small", "large"], description: "The size" } },
      required: ["size"],
    },
  }];
  assertEquals(await step("Order a shirt", tools), [
    ["agent_ask_to_user", { question: "What is the size? (small, large)", options: ["small", "large"] }],
  ]);
});

Deno.test("a message without words is answered in the language of the conversation", async () => {
  const tools = HANDRAIL_TOOLS.filter(({ name }) => name !== "agent_ask_to_user");
  const prompt = [user("帮我退款"), assistant(ZH_QUESTION), user("B-0001")];
  assertEquals(await step(prompt, tools), "请问退款原因是什么？");
});

Deno.test("what follows a question is an answer unless it asks or orders something else", async () => {
  const asked = [user("帮我退款"), assistant(ZH_QUESTION)];
  const reason: [string, unknown][] = [["agent_ask_to_user", { question: "请问退款原因是什么？" }]];
  assertEquals(await step([...asked, user("订单号是 B-0001")]), reason);
  assertEquals(await step([...asked, user("B-0001 吧")]), reason);
  assertEquals(await step([...asked, user("取消订单 A-2048")]), [["order_cancel", { orderId: "A-2048" }]]);
  const subject = [user("帮我建个工单"), assistant("请问工单主题是什么？")];
  assertEquals(await step([...subject, user("查不到订单 A-1024")]), [
    ["ticket_create", { subject: "查不到订单 A-1024" }],
  ]);
});
