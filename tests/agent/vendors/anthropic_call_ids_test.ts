import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { assert, assertEquals } from "@std/assert";
import { wrapLanguageModel } from "ai";
import fc from "fast-check";
import { anthropicCallIds } from "../../../agent/vendors/anthropic_call_ids.ts";
import { createModel } from "../../../agent/models/create_model.ts";
import { startModelServer } from "../../_support/model_server.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

/** A turn that calls with these ids and gets their results, in order. */
function turn(...ids: string[]): LanguageModelV4Prompt {
  return [
    {
      role: "assistant",
      content: ids.map((toolCallId) => ({ type: "tool-call", toolCallId, toolName: "kb_query", input: {} })),
    },
    {
      role: "tool",
      content: ids.map((toolCallId) => ({
        type: "tool-result",
        toolCallId,
        toolName: "kb_query",
        output: { type: "text", value: toolCallId },
      })),
    },
  ];
}

async function sent(prompt: LanguageModelV4Prompt): Promise<LanguageModelV4Prompt> {
  const model = new ScriptedModel([{ text: ["ok"] }]);
  const wrapped = wrapLanguageModel({ model, middleware: anthropicCallIds });
  await wrapped.doStream({ prompt });
  return model.prompts[0] ?? [];
}

function idsOf(prompt: LanguageModelV4Prompt, type: "tool-call" | "tool-result"): string[] {
  return prompt.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((part) => part.type === type ? [part.toolCallId] : [])
  );
}

Deno.test("anthropicCallIds renames what Anthropic refuses, and an id that comes again", async () => {
  const prompt = await sent([...turn("functions.kb_query:0", "c1#2"), ...turn("call_0"), ...turn("call_0")]);
  assertEquals(idsOf(prompt, "tool-call"), ["functions_kb_query_0", "c1_2", "call_0", "call_0__2"]);
  assertEquals(idsOf(prompt, "tool-result"), ["functions_kb_query_0", "c1_2", "call_0", "call_0__2"]);
});

Deno.test("anthropicCallIds leaves ids alone that are legal and come once", async () => {
  const prompt = [...turn("toolu_01QE1WLs", "call-2"), ...turn("c1__2")];
  assertEquals(await sent(prompt), prompt);
});

Deno.test("anthropicCallIds gives every call a legal id of its own, and every result that of its call", async () => {
  const id = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("a", "a__2", "a:2", "a_2", "a#2"));
  const turns = fc.array(fc.uniqueArray(id, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(fc.asyncProperty(turns, async (ids) => {
    const prompt = await sent(ids.flatMap((one) => turn(...one)));
    const legal = idsOf(prompt, "tool-call");
    assertEquals(new Set(legal).size, legal.length);
    assert(legal.every((one) => /^[a-zA-Z0-9_-]+$/.test(one)));
    assertEquals(idsOf(prompt, "tool-result"), legal);
  }));
});

Deno.test("a session that Kimi began, and in which an id came twice, goes on with Anthropic", async () => {
  await using server = startModelServer({ style: "anthropic", reply: () => ({ text: "Gladly." }) });
  const modelEnvironment = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "k" };
  const { model } = await createModel("anthropic:claude-sonnet-4-5", {
    language: "en",
    now: () => 0,
    modelEnvironment,
  });
  const history = ["kb_query:0", "kb_query:0", "c1#2"].flatMap((toolCallId) => [
    { role: "user" as const, content: "search" },
    {
      role: "assistant" as const,
      content: [{ type: "tool-call" as const, toolCallId, toolName: "kb_query", input: { query: "x" } }],
    },
    {
      role: "tool" as const,
      content: [{
        type: "tool-result" as const,
        toolCallId,
        toolName: "kb_query",
        output: { type: "json" as const, value: {} },
      }],
    },
    { role: "assistant" as const, content: "Nothing." },
  ]);
  const events = await runTurn(testAgent(model).open(history), "Go on, please");
  assertEquals(ofType(events, "error"), []);
  assertEquals(ofType(events, "turn.completed")[0]?.text, "Gladly.");
});
