import { assert, assertEquals } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { createModel } from "../../agent/models/create_model.ts";
import { type ModelServer, startModelServer } from "../_support/model_server.ts";
import type { ModelReply } from "../_support/model_server/vendor_format.ts";
import {
  VENDOR_FORMATS,
  VENDOR_STYLES,
  vendorEnvironment,
  type VendorStyle,
} from "../_support/model_server/vendor_formats.ts";
import { ofType, runTurn, type TestAgent, testAgent } from "../_support/test_agent.ts";

async function agentAt(style: VendorStyle, server: ModelServer): Promise<TestAgent> {
  const modelEnvironment = vendorEnvironment(style, server.url);
  const spec = modelEnvironment.HANDRAIL_MODEL ?? "";
  const { model } = await createModel(spec, { language: "zh", now: () => 0, modelEnvironment });
  return testAgent(model);
}

const ANSWER: ModelReply = {
  text: "好的，我来办。",
  toolCalls: [
    { name: "ticket_create", arguments: '{"subject":"打印机坏了😀，请派人来修"}' },
    { name: "order_query_status", arguments: '{"orderId":"A-1024"}' },
    { name: "ticket_create", arguments: '{"subject":"第二张：𠮷野家的发票"}' },
  ],
};

for (const style of VENDOR_STYLES) {
  Deno.test(`parallel calls of ${style}, in Chinese and cut into pieces, come out whole and in order`, async () => {
    let asked = 0;
    await using server = startModelServer({
      style,
      reply: () => ++asked === 1 ? ANSWER : { text: "都办好了。" },
    });
    const { open, ledger } = await agentAt(style, server);
    const events = await runTurn(open(), "办一下");
    assertEquals(
      (await ledger.entries()).map(({ details }) => (details as { subject?: unknown }).subject),
      ["打印机坏了😀，请派人来修", "第二张：𠮷野家的发票"],
    );
    assertEquals(ofType(events, "tool.started").map(({ tool, input }) => [tool, input]), [
      ["ticket_create", { subject: "打印机坏了😀，请派人来修" }],
      ["order_query_status", { orderId: "A-1024" }],
      ["ticket_create", { subject: "第二张：𠮷野家的发票" }],
    ]);
    assertEquals(ofType(events, "message.completed").map(({ text }) => text), [
      "好的，我来办。",
      "都办好了。",
    ]);
    // The server judges what it is sent as the vendor does; Mistral refuses the first request once, for the wish for usage.
    assertEquals([asked, server.requests.length], [2, style === "mistral" ? 3 : 2]);
    assertEquals(ofType(events, "warning"), []);
  });

  Deno.test(`words of ${style} are passed on while the rest is awaited, and a turn that is cancelled there writes nothing`, async () => {
    const frames = VENDOR_FORMATS[style].chunks(ANSWER, { model: "m", number: 1 });
    // The last frame with something of a call, or the last of all: nothing behind it has been sent.
    const held = frames.findLastIndex((frame) => /tool_calls"?:\[|partial_json/.test(JSON.stringify(frame)));
    const gate = Promise.withResolvers<void>();
    await using server = startModelServer({
      style,
      reply: () => ({ ...ANSWER, before: (frame) => frame === held ? gate.promise : undefined }),
    });
    const { open, ledger } = await agentAt(style, server);
    const session = open();
    let words = "";
    const events: AgentEvent[] = [];
    for await (const event of session.prompt("办一下")) {
      events.push(event);
      if (event.type !== "message.delta" || event.channel !== "text") continue;
      words += event.delta;
      // The gate is still closed.
      if (words === "好的，我来办。") session.cancel();
    }
    gate.resolve();
    assert(held > 0);
    assertEquals(words, "好的，我来办。");
    assertEquals((await ledger.entries()).length, 0);
    assertEquals(ofType(events, "turn.completed").map(({ status, text }) => [status, text]), [
      ["cancelled", "好的，我来办。"],
    ]);
  });
}

Deno.test("a vendor's filter ends the turn: nothing of the answer runs, and it is not asked for again", async () => {
  for (const style of VENDOR_STYLES) {
    let asked = 0;
    await using server = startModelServer({
      style,
      reply: () => {
        asked++;
        return { ...ANSWER, finish: "content_filter" };
      },
    });
    const { open, ledger } = await agentAt(style, server);
    const events = await runTurn(open(), "办一下");
    assertEquals([style, (await ledger.entries()).length, asked], [style, 0, 1]);
    assertEquals(ofType(events, "turn.completed").map(({ stop_reason }) => stop_reason), ["content-filter"]);
  }
});

Deno.test("an answer that a vendor cut off at its length runs nothing, and is asked for again (H35)", async () => {
  for (const style of VENDOR_STYLES) {
    let asked = 0;
    await using server = startModelServer({
      style,
      reply: () => ++asked === 1 ? { ...ANSWER, finish: "length" } : { text: "办不了。" },
    });
    const { open, ledger } = await agentAt(style, server);
    const events = await runTurn(open(), "办一下");
    assertEquals([style, (await ledger.entries()).length, asked], [style, 0, 2]);
    assertEquals(
      ofType(events, "tool.completed")[0]?.error?.message,
      "工具 ticket_create 没有执行：这次回答被截断了。",
    );
  }
});
