import { assertEquals } from "@std/assert";
import type { ModelMessage } from "ai";
import { createModel } from "../../../agent/models/create_model.ts";
import { learningFetch } from "../../../agent/vendors/learning_fetch.ts";
import { startModelServer } from "../../_support/model_server.ts";
import {
  VENDOR_STYLES,
  vendorEnvironment,
  type VendorStyle,
} from "../../_support/model_server/vendor_formats.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

const STATUS = { name: "order_query_status", arguments: '{"orderId":"A-1024"}' };

/** A conversation with a call, with thoughts behind each answer or with none. */
function conversation(thoughts: string | undefined): ModelMessage[] {
  const thought = thoughts === undefined ? [] : [{ type: "reasoning" as const, text: thoughts }];
  const call = { toolCallId: "abc123XYZ", toolName: "order_query_status" };
  return [
    { role: "user", content: "Where is A-1024?" },
    {
      role: "assistant",
      content: [...thought, { type: "tool-call", ...call, input: { orderId: "A-1024" } }],
    },
    { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "json", value: { ok: 1 } } }] },
    { role: "assistant", content: [...thought, { type: "text", text: "On its way." }] },
  ];
}

/** Goes on with a conversation at a server in the manner of a vendor: a call, and words. */
async function goOn(style: VendorStyle, history: ModelMessage[]) {
  await using server = startModelServer({
    style,
    reply: ({ messages }) =>
      messages.at(-1)?.role === "tool" ? { text: "Still so." } : { toolCalls: [STATUS] },
  });
  const modelEnvironment = vendorEnvironment(style, server.url);
  const { model } = createModel(modelEnvironment.HANDRAIL_MODEL ?? "", {
    language: "en",
    now: () => 0,
    modelEnvironment,
  });
  const session = testAgent(model).open(history);
  const texts: unknown[] = [];
  for (const request of ["And now?", "Thanks, and now?"]) {
    const [turn] = ofType(await runTurn(session, request), "turn.completed");
    texts.push(turn?.error?.message ?? turn?.text);
  }
  return { texts, requests: server.requests.length };
}

for (const style of VENDOR_STYLES) {
  Deno.test(`a session that another model began, thinking aloud or not, goes on with ${style}`, async () => {
    for (const thoughts of ["The order is A-1024.", undefined]) {
      const { texts } = await goOn(style, conversation(thoughts));
      assertEquals([thoughts, texts], [thoughts, ["Still so.", "Still so."]]);
    }
  });
}

Deno.test("a server that refuses a wish for usage, or thoughts, is asked at once without, and from then on", async () => {
  // Four requests, and the first of them three times.
  assertEquals((await goOn("mistral", conversation("Hm."))).requests, 6);
  assertEquals((await goOn("openai", conversation("Hm."))).requests, 4);
});

/** What a server was sent of the thoughts, which answers from a list. */
async function sent(manner: "kept" | "never" | "always", refusals: readonly Response[], times = 1) {
  const bodies: unknown[] = [];
  const answers = [...refusals];
  const send = learningFetch((_input, init) => {
    const { messages } = JSON.parse(String(init?.body));
    bodies.push(messages.map((message: Record<string, unknown>) => message.reasoning_content ?? null));
    return Promise.resolve(answers.shift() ?? new Response("ok"));
  }, manner);
  const messages = [
    { role: "user", content: "a" },
    { role: "assistant", content: "b", reasoning_content: "thought" },
    { role: "assistant", content: "c" },
  ];
  const said: unknown[] = [];
  for (let time = 0; time < times; time++) {
    const response = await send("http://m", { method: "POST", body: JSON.stringify({ messages }) });
    said.push([response.status, await response.text()]);
  }
  return { bodies, said };
}

Deno.test("learningFetch() sends them as they are, never, or with every answer", async () => {
  assertEquals((await sent("kept", [])).bodies, [[null, "thought", null]]);
  assertEquals((await sent("never", [])).bodies, [[null, null, null]]);
  assertEquals((await sent("always", [])).bodies, [[null, "thought", " "]]);
});

Deno.test("learningFetch() learns from a refusal what the server takes", async () => {
  const missing =
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2";
  const wants = await sent("never", [Response.json({ error: { message: missing } }, { status: 400 })], 2);
  assertEquals(wants.bodies, [[null, null, null], [null, "thought", " "], [null, "thought", " "]]);
  assertEquals(wants.said, [[200, "ok"], [200, "ok"]]);
  const unsupported = "property 'messages.1.assistant.reasoning_content' is unsupported";
  const refuses = await sent("kept", [new Response(unsupported, { status: 422 })]);
  assertEquals(refuses.bodies, [[null, "thought", null], [null, null, null]]);
});

Deno.test("learningFetch() asks a server that refuses the wish for usage without it, and for nothing else another way", async () => {
  const wishes: unknown[] = [];
  const refusal = '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"]}]}';
  const answers = [new Response(refusal, { status: 422 })];
  const send = learningFetch((_input, init) => {
    wishes.push(JSON.parse(String(init?.body)));
    return Promise.resolve(answers.shift() ?? new Response("ok"));
  }, "kept");
  const messages = [{ role: "assistant", content: "b", reasoning_content: "thought" }];
  const body = JSON.stringify({ model: "m", messages, stream_options: { include_usage: true } });
  for (let time = 0; time < 2; time++) {
    assertEquals((await send("http://m", { method: "POST", body })).status, 200);
  }
  assertEquals(wishes, [JSON.parse(body), { model: "m", messages }, { model: "m", messages }]);
});

Deno.test("learningFetch() passes on every other refusal, and the second of the same kind", async () => {
  const other = await sent("kept", [new Response("bad tools", { status: 400, headers: { "x-id": "1" } })]);
  assertEquals([other.bodies.length, other.said], [1, [[400, "bad tools"]]]);
  const unsupported = () => new Response("reasoning_content is unsupported", { status: 400 });
  const stubborn = await sent("kept", [unsupported(), unsupported()]);
  assertEquals([stubborn.bodies.length, stubborn.said], [2, [[400, "reasoning_content is unsupported"]]]);
});
