import { assertEquals, assertStringIncludes } from "@std/assert";
import { generateText, tool, type ToolSet } from "ai";
import * as z from "zod";
import { hideTools } from "../../../agent/calls/hide_tools.ts";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { runTurn, testAgent } from "../../_support/test_agent.ts";

const DESCRIPTION = (what: string, example: string) =>
  `When to use: The user asks for ${what}.\nWhen not to use: Never mind.\nExample requests: "${example}"`;
const TOOLS = {
  order_refund: tool({
    description: DESCRIPTION("a refund", "Refund my order"),
    inputSchema: z.object({
      orderId: z.string().regex(/^[A-Z]-\d{4}$/).describe("Order number, e.g. A-1024"),
    }),
  }),
  order_query_status: tool({
    description: DESCRIPTION("an order's status", "Where is my order?"),
    inputSchema: z.object({
      orderId: z.string().regex(/^[A-Z]-\d{4}$/).describe("Order number, e.g. A-1024"),
    }),
  }),
} as unknown as ToolSet;

Deno.test("hideTools() says in the instructions what is switched off, and nothing while all is well", async () => {
  const model = new ScriptedModel([{ text: ["a"] }, { text: ["b"] }]);
  const { open, agent } = testAgent(model);
  await runTurn(open(), "hi");
  const before = model.prompts[0]?.[0]?.content;
  assertEquals(String(before).includes("Switched off"), false);
  assertEquals(model.toolNames, agent.registry.names());
  const hidden = hideTools(model, () => new Set(["order_refund"]));
  if (typeof hidden === "string" || hidden.specificationVersion !== "v4") {
    throw new Error("Cannot use it: no model");
  }
  await hidden.doStream({
    prompt: [{ role: "system", content: "Be brief." }, {
      role: "user",
      content: [{ type: "text", text: "hi" }],
    }],
    tools: Object.keys(TOOLS).map((name) => ({ type: "function", name, inputSchema: {} })),
  });
  assertEquals(model.toolNames, ["order_query_status"]);
  const system = String(model.prompts[1]?.[0]?.content);
  assertStringIncludes(system, "Be brief.\nSwitched off for now, because they kept failing: order_refund. ");
});

Deno.test("the built-in model does nothing else in the place of a tool that is switched off", async () => {
  const model = hideTools(createOfflineModel(), () => new Set(["order_refund"]));
  const refund = await generateText({ model, tools: TOOLS, prompt: "Refund my order A-1024" });
  assertEquals([refund.toolCalls.length, refund.text], [
    0,
    "order_refund kept failing and is switched off for now, so nothing was done. You can try again later, or ask for a person.",
  ]);
  const status = await generateText({ model, tools: TOOLS, prompt: "Where is my order A-1024?" });
  assertEquals(status.toolCalls.map(({ toolName }) => toolName), ["order_query_status"]);
});
