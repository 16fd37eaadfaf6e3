import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { MissingKeyError } from "../../../agent/models/classify_error.ts";
import { createModel } from "../../../agent/models/create_model.ts";
import { type ModelRules, NO_MODEL_RULES } from "../../../agent/models/model_rules.ts";
import { sseResponse, startModelServer } from "../../_support/model_server.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

/** What a request had, beside its messages. */
async function sent(
  spec: string,
  rules: Partial<ModelRules>,
): Promise<{ body: Record<string, unknown>; headers: Headers }> {
  let headers = new Headers();
  await using server = startModelServer({
    reply: (_, got) => {
      headers = got;
      return spec.startsWith("anthropic") ? new Response("no", { status: 400 }) : { text: "Hello." };
    },
  });
  const model = await open(spec, server.url, rules);
  await runTurn(testAgent(model.model, { model }).open(), "hi");
  return { body: { ...server.requests[0] }, headers };
}

function open(spec: string, url: string, rules: Partial<ModelRules>) {
  return createModel(spec, {
    language: "en",
    now: () => 0,
    modelEnvironment: {
      OPENAI_BASE_URL: url,
      ANTHROPIC_BASE_URL: url,
      OPENAI_API_KEY: "sk-1",
      ANTHROPIC_API_KEY: "sk-2",
    },
    modelRules: { ...NO_MODEL_RULES, ...rules },
  });
}

Deno.test("a request carries what was set, under the names of OpenAI's format", async () => {
  const { body } = await sent("openai:m", {
    tuning: { temperature: 0.2, maxOutputTokens: 500, topP: 0.9, reasoningEffort: "low" },
  });
  assertEquals([body.temperature, body.max_tokens, body.top_p, body.reasoning_effort], [
    0.2,
    500,
    0.9,
    "low",
  ]);
});

Deno.test("a request carries nothing that was not set", async () => {
  const { body } = await sent("openai:m", {});
  for (const name of ["temperature", "max_tokens", "top_p", "reasoning_effort", "max_completion_tokens"]) {
    assertEquals(body[name], undefined, name);
  }
});

Deno.test("OpenAI's models that think get the limit under the name that they take", async () => {
  for (const name of ["o3-mini", "gpt-5-nano"]) {
    const { body } = await sent(`openai:${name}`, { tuning: { maxOutputTokens: 500 } });
    assertEquals([body.max_tokens, body.max_completion_tokens], [undefined, 500], name);
  }
});

Deno.test("a request carries what was set, under Anthropic's names", async () => {
  const { body } = await sent("anthropic:claude-3-5-haiku-latest", {
    tuning: { temperature: 0.2, maxOutputTokens: 500 },
  });
  assertEquals([body.temperature, body.max_tokens], [0.2, 500]);
  const { body: thinking } = await sent("anthropic:claude-sonnet-4-0", {
    tuning: { reasoningEffort: "high" },
  });
  assertEquals((thinking.thinking as { type: string }).type, "enabled");
});

Deno.test("headers go with each request: their own values, and those of variables", async () => {
  const { headers } = await sent("openai:m", {
    tuning: { headers: { "X-Team": "desk", "X-Token": { env: "HANDRAIL_HEADER_TOKEN" } } },
    headerVariables: { HANDRAIL_HEADER_TOKEN: "t-1" },
  });
  assertEquals([headers.get("x-team"), headers.get("x-token")], ["desk", "t-1"]);
  assertEquals(headers.get("authorization"), "Bearer sk-1");
});

Deno.test("a header without its variable is a missing key, and one that cannot be sent is not repeated", () => {
  const tuning = { headers: { "X-Token": { env: "HANDRAIL_HEADER_TOKEN" } } };
  const error = assertThrows(
    () => open("openai:m", "http://127.0.0.1:9/v1", { tuning }),
    MissingKeyError,
  );
  assertStringIncludes(error.message, "HANDRAIL_HEADER_TOKEN is not set");
  const headerVariables = { HANDRAIL_HEADER_TOKEN: "秘密" };
  const refused = assertThrows(
    () => open("openai:m", "http://127.0.0.1:9/v1", { tuning, headerVariables }),
    RangeError,
  );
  assertEquals(refused.message.includes("秘密"), false);
});

Deno.test("a turn tells what the vendor counted, what it holds and what it cost (T33)", async () => {
  const base = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const usage = {
    prompt_tokens: 1_000,
    completion_tokens: 200,
    total_tokens: 1_200,
    prompt_tokens_details: { cached_tokens: 600 },
    completion_tokens_details: { reasoning_tokens: 50 },
  };
  await using server = startModelServer({
    reply: () =>
      sseResponse([
        {
          ...base,
          choices: [{ index: 0, delta: { role: "assistant", content: "Hi." }, finish_reason: null }],
        },
        { ...base, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
        { ...base, choices: [], usage },
      ]),
  });
  const model = await open("openai:gpt-4o", server.url, {
    prices: { "openai:gpt-4o*": { input: 2.5, output: 10, cachedInput: 1.25 } },
  });
  const [turn] = ofType(await runTurn(testAgent(model.model, { model }).open(), "hi"), "turn.completed");
  assertEquals(turn?.usage.turn, {
    input_tokens: 1_000,
    output_tokens: 200,
    total_tokens: 1_200,
    cache_read_tokens: 600,
    cache_write_tokens: null,
    reasoning_tokens: 50,
  });
  assertEquals(turn?.usage.context_window, 128_000);
  // 400 at 2.5 + 600 at 1.25 + 200 at 10, by the million
  assertEquals(turn?.cost_usd, 0.00375);
});

Deno.test("a turn ends, and says what it does not know, also when a vendor counts in fractions (T15)", async () => {
  const base = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  await using server = startModelServer({
    reply: () =>
      sseResponse([
        { ...base, choices: [{ index: 0, delta: { content: "Hi." }, finish_reason: "stop" }] },
        { ...base, choices: [], usage: { prompt_tokens: 100.5, completion_tokens: 20, total_tokens: 120.5 } },
      ]),
  });
  const model = await open("openai:m", server.url, { prices: { "*": { input: 1, output: 1 } } });
  const [turn] = ofType(await runTurn(testAgent(model.model, { model }).open(), "hi"), "turn.completed");
  assertEquals([turn?.status, turn?.text, turn?.cost_usd], ["completed", "Hi.", null]);
  assertEquals([turn?.usage.turn.input_tokens, turn?.usage.turn.output_tokens], [null, 20]);
});

Deno.test("what a server does not say stays unknown (T33)", async () => {
  await using server = startModelServer({ style: "ollama", reply: () => ({ text: "Hi." }) });
  const model = await open("openai:m", server.url, {
    prices: { "*": { input: 1, output: 1, cachedInput: 0.1 } },
  });
  const [turn] = ofType(await runTurn(testAgent(model.model, { model }).open(), "hi"), "turn.completed");
  const { cache_read_tokens, reasoning_tokens, input_tokens } = turn?.usage.turn ?? {};
  assertEquals([input_tokens, cache_read_tokens, reasoning_tokens], [100, null, null]);
  assertEquals([turn?.usage.context_window, turn?.cost_usd], [null, null]);
});

Deno.test("the offline model costs nothing, and has no window (T33)", async () => {
  const model = await createModel("offline", { language: "en", now: () => 0 });
  const [turn] = ofType(
    await runTurn(testAgent(model.model, { model }).open(), "who are you?"),
    "turn.completed",
  );
  assertEquals([turn?.usage.context_window, turn?.cost_usd], [null, 0]);
  assertEquals((turn?.usage.turn.input_tokens ?? 0) > 0, true);
});
