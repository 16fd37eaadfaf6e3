import { assert, assertEquals, assertRejects } from "@std/assert";
import { isStepCount, jsonSchema, streamText, tool } from "ai";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";
import { splitText } from "../../../agent/offline/split_text.ts";
import { NOW, user } from "./call_model.ts";
import { HANDRAIL_TOOLS } from "./handrail_tools.ts";

const model = createOfflineModel({ now: () => NOW });

Deno.test("streamText delivers the tool call, its result and the answer", async () => {
  const result = streamText({
    model,
    prompt: "Where is order A-1024?",
    stopWhen: isStepCount(3),
    tools: {
      order_query_status: tool({
        description: "Where is an order?",
        inputSchema: jsonSchema<{ orderId: string }>({
          type: "object",
          properties: { orderId: { type: "string", pattern: "^[A-Z]-\\d{4}$" } },
          required: ["orderId"],
        }),
        execute: ({ orderId }) => ({
          status: "success",
          summary: `Order ${orderId} is on its way.`,
          structured: { status: "shipped" },
        }),
      }),
    },
  });
  assertEquals(await result.text, "Order A-1024 is on its way.");
  assertEquals((await result.steps).map(({ finishReason }) => finishReason), ["tool-calls", "stop"]);
});

Deno.test("the stream and the single answer hold the same", async () => {
  for (const text of ["你是谁？", "Where is order A-1024?", "A-1024 和 A-2048 到哪了"]) {
    const call = { prompt: [user(text)], tools: HANDRAIL_TOOLS };
    const whole = await model.doGenerate(call);
    const parts = await Array.fromAsync((await model.doStream(call)).stream);
    const said = parts.map((part) => part.type === "text-delta" ? part.delta : "").join("");
    const calls = parts.filter((part) => part.type === "tool-call");
    const typed = parts.map((part) => part.type === "tool-input-delta" ? part.delta : "").join("");
    assertEquals(said, whole.content.map((part) => part.type === "text" ? part.text : "").join(""));
    assertEquals(calls, whole.content.filter((part) => part.type === "tool-call"));
    assertEquals(typed, calls.map(({ input }) => input).join(""));
    const finish = parts.at(-1);
    assertEquals(finish?.type === "finish" && finish.finishReason, whole.finishReason);
    assertEquals(parts[0]?.type, "stream-start");
  }
});

Deno.test("pieces are small and never cut a grapheme", () => {
  assertEquals(splitText("Hello there"), ["Hello ", "there"]);
  assertEquals(splitText("订单已发货。"), ["订单已", "发货。"]);
  assertEquals(splitText("👩‍👩‍👧‍👦👍🏽").join(""), "👩‍👩‍👧‍👦👍🏽");
  for (const piece of splitText("𠮷野家👩‍👩‍👧‍👦好好好好")) assert(piece.isWellFormed());
});

Deno.test("an aborted call is refused, and an abort ends a stream", async () => {
  const aborted = AbortSignal.abort(new Error("enough"));
  await assertRejects(
    async () => await model.doGenerate({ prompt: [user("hi")], abortSignal: aborted }),
    Error,
    "enough",
  );
  const controller = new AbortController();
  const { stream } = await model.doStream({ prompt: [user("hi")], abortSignal: controller.signal });
  const reader = stream.getReader();
  await reader.read();
  controller.abort(new Error("enough"));
  await assertRejects(() => reader.read(), Error, "enough");
});

Deno.test("equal conversations give equal answers", async () => {
  const call = { prompt: [user("Where is order A-1024?")], tools: HANDRAIL_TOOLS };
  assertEquals(await model.doGenerate(call), await model.doGenerate(call));
});
