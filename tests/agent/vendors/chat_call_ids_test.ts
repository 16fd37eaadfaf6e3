import { APICallError, type LanguageModelV4Prompt } from "@ai-sdk/provider";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { wrapLanguageModel } from "ai";
import fc from "fast-check";
import { chatCallIds } from "../../../agent/vendors/chat_call_ids.ts";
import { createModel } from "../../../agent/models/create_model.ts";
import { startModelServer } from "../../_support/model_server.ts";
import { vendorEnvironment, type VendorStyle } from "../../_support/model_server/vendor_formats.ts";
import { type ScriptedAnswer, ScriptedModel } from "../../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

/** A turn that calls with these ids and gets their results, in order. */
function turn(...ids: string[]): LanguageModelV4Prompt {
  const call = { toolName: "kb_query" };
  return [
    {
      role: "assistant",
      content: ids.map((toolCallId) => ({ type: "tool-call", toolCallId, ...call, input: {} })),
    },
    {
      role: "tool",
      content: ids.map((toolCallId) => ({
        type: "tool-result",
        toolCallId,
        ...call,
        output: { type: "text", value: "" },
      })),
    },
  ];
}

function idsOf(
  prompt: LanguageModelV4Prompt = [],
  type: "tool-call" | "tool-result" = "tool-call",
): string[] {
  return prompt.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((part) => part.type === type ? [part.toolCallId] : [])
  );
}

function asked(answers: readonly ScriptedAnswer[]) {
  const model = new ScriptedModel(answers);
  const wrapped = wrapLanguageModel({ model, middleware: chatCallIds() });
  return { model, ask: async (prompt: LanguageModelV4Prompt) => await wrapped.doStream({ prompt }) };
}

function refusal(message: string): APICallError {
  return new APICallError({ message, url: "http://m/v1", requestBodyValues: {}, statusCode: 400 });
}

const NINE = refusal("Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.");
const OK = { text: ["ok"] };

Deno.test("chatCallIds() leaves ids alone, but for those that are too long", async () => {
  const { model, ask } = asked([OK]);
  const long = `chatcmpl-tool-${"0".repeat(32)}`;
  await ask([...turn("call_0", "kb_query:0"), ...turn("call_0"), ...turn(long), ...turn(long)]);
  const zeros = "0".repeat(32);
  assertEquals(idsOf(model.prompts[0]), ["call_0", "kb_query:0", "call_0", zeros, `${zeros}__2`]);
  assertEquals(idsOf(model.prompts[0], "tool-result"), idsOf(model.prompts[0]));
});

Deno.test("chatCallIds() learns from a refusal that a server wants ids of nine", async () => {
  const { model, ask } = asked([{ refusal: NINE }, OK, OK]);
  const prompt = [...turn("call_0", "AbC123xyz"), ...turn("call_0")];
  await ask(prompt);
  await ask(prompt);
  assertEquals(model.prompts.map((sent) => idsOf(sent)), [
    ["call_0", "AbC123xyz", "call_0"],
    ["c00000000", "AbC123xyz", "c00000002"],
    ["c00000000", "AbC123xyz", "c00000002"],
  ]);
});

Deno.test("chatCallIds() passes on every other refusal, and one that comes again", async () => {
  const other = asked([{ refusal: refusal("no") }]);
  await assertRejects(() => other.ask(turn("call_0")), APICallError, "no");
  assertEquals(other.model.prompts.length, 1);
  const again = asked([{ refusal: NINE }, { refusal: NINE }]);
  await assertRejects(() => again.ask(turn("call_0")), APICallError, "length of 9");
  assertEquals(again.model.prompts.length, 2);
});

Deno.test("chatCallIds() gives every call an id of nine of its own, and every result that of its call", async () => {
  const id = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("a", "c00000000", "c00000001", "AbC123xyz"),
  );
  const turns = fc.array(fc.uniqueArray(id, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(fc.asyncProperty(turns, async (ids) => {
    const { model, ask } = asked([{ refusal: NINE }, OK]);
    await ask(ids.flatMap((one) => turn(...one)));
    const legal = idsOf(model.prompts[1]);
    assertEquals(new Set(legal).size, legal.length);
    assert(legal.every((one) => /^[a-zA-Z0-9]{9}$/.test(one)));
    assertEquals(idsOf(model.prompts[1], "tool-result"), legal);
  }));
});

for (const style of ["mistral", "openai"] as const satisfies readonly VendorStyle[]) {
  Deno.test(`a session that a model on vLLM began goes on with ${style}, and so does one with calls as text`, async () => {
    const text = '<tool_call>{"name":"order_query_status","arguments":{"orderId":"A-1024"}}</tool_call>';
    await using server = startModelServer({
      style,
      reply: ({ messages }) => ({ text: messages.at(-1)?.role === "tool" ? "On its way." : text }),
    });
    const modelEnvironment = vendorEnvironment(style, server.url);
    const { model } = createModel(modelEnvironment.HANDRAIL_MODEL ?? "", {
      language: "en",
      now: () => 0,
      modelEnvironment,
    });
    const call = { toolCallId: `chatcmpl-tool-${"ab12".repeat(8)}`, toolName: "kb_query" };
    const session = testAgent(model).open([
      { role: "user", content: "search" },
      { role: "assistant", content: [{ type: "tool-call", ...call, input: { query: "x" } }] },
      { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "json", value: {} } }] },
      { role: "assistant", content: "Nothing." },
    ]);
    const [completed] = ofType(await runTurn(session, "Where is A-1024?"), "turn.completed");
    assertEquals([completed?.error?.message, completed?.text], [undefined, "On its way."]);
  });
}
