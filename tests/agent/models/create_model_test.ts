import { assert, assertEquals, assertThrows } from "@std/assert";
import { MissingKeyError } from "../../../agent/models/classify_error.ts";
import { createModel } from "../../../agent/models/create_model.ts";
import { MODEL_PROVIDERS, type ModelEnvironment } from "../../../agent/models/model_providers.ts";
import { startModelServer } from "../../_support/model_server.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

const SETTINGS = { language: "en", now: () => 0 } as const;

function create(spec: string, modelEnvironment: ModelEnvironment = {}): ReturnType<typeof createModel> {
  return createModel(spec, { ...SETTINGS, modelEnvironment });
}

Deno.test("createModel() knows the offline model, and needs nothing for it", async () => {
  const { provider, id } = await createModel("offline", SETTINGS);
  assertEquals([provider, id], ["handrail", "offline"]);
});

Deno.test("createModel() takes all behind the first colon for the model's name", async () => {
  const { provider, id } = await create("openai:qwen/qwen3:8b", { OPENAI_API_KEY: "k" });
  assertEquals([provider, id], ["openai", "qwen/qwen3:8b"]);
});

Deno.test("createModel() wants each vendor's key, and names the variable", async () => {
  const variables = [
    ["openai", "OPENAI_API_KEY"],
    ["anthropic", "ANTHROPIC_API_KEY"],
    ["zhipu", "ZHIPU_API_KEY"],
    ["deepseek", "DEEPSEEK_API_KEY"],
    ["qwen", "DASHSCOPE_API_KEY"],
    ["moonshot", "MOONSHOT_API_KEY"],
    ["openrouter", "OPENROUTER_API_KEY"],
  ] as const;
  for (const [name, variable] of variables) {
    assertThrows(() => create(`${name}:m`), MissingKeyError, `${variable} is not set`);
    assertEquals((await create(`${name}:m`, { [variable]: "k" })).provider, name);
  }
  assertEquals((await create("ollama:qwen3:8b")).provider, "ollama");
  assertEquals(MODEL_PROVIDERS.length, variables.length + 1);
});

Deno.test("every provider's address can be replaced, and gets its own key and no other", async () => {
  const keys = {
    OPENAI_API_KEY: "key-of-openai",
    ANTHROPIC_API_KEY: "key-of-anthropic",
    ZHIPU_API_KEY: "key-of-zhipu",
    DEEPSEEK_API_KEY: "key-of-deepseek",
    DASHSCOPE_API_KEY: "key-of-qwen",
    MOONSHOT_API_KEY: "key-of-moonshot",
    OPENROUTER_API_KEY: "key-of-openrouter",
  };
  for (const { name, urlVariable } of MODEL_PROVIDERS) {
    const sent: (string | null)[] = [];
    await using server = startModelServer({
      reply: (_, headers) => {
        sent.push(headers.get("authorization") ?? headers.get("x-api-key"));
        return new Response("no", { status: 400 });
      },
    });
    const { model } = await create(`${name}:m`, { ...keys, [urlVariable]: server.url });
    await runTurn(testAgent(model).open(), "hi");
    const expected = name === "ollama"
      ? null
      : name === "anthropic"
      ? "key-of-anthropic"
      : `Bearer key-of-${name}`;
    assertEquals([name, sent], [name, [expected]]);
    assertEquals(server.requests.map(({ model }) => model), ["m"]);
  }
});

Deno.test("createModel() takes the address of any server, and sends it no vendor's key", async () => {
  const sent: (string | null)[] = [];
  await using server = startModelServer({
    reply: (_, headers) => {
      sent.push(headers.get("authorization"));
      return { text: "Hello." };
    },
  });
  for (const more of [{}, { HANDRAIL_API_KEY: "own" }]) {
    const { provider, id, model, address } = await create(`${server.url}#qwen3:8b`, {
      OPENAI_API_KEY: "vendor",
      ...more,
    });
    assertEquals([provider, id, address], ["server", "qwen3:8b", server.url]);
    const events = await runTurn(testAgent(model).open(), "hi");
    assertEquals(ofType(events, "turn.completed")[0]?.text, "Hello.");
  }
  assertEquals(sent, [null, "Bearer own"]);
});

Deno.test("createModel() refuses a string that means nothing, and lists what does", () => {
  for (
    const spec of [
      "",
      "gpt-4o",
      "openai:",
      "openai",
      "offline:x",
      "acme:x",
      "http://127.0.0.1/v1",
      "__proto__:x",
    ]
  ) {
    assertThrows(() => create(spec), RangeError, "is unknown");
  }
  assertThrows(() => create("acme:x"), RangeError, "deepseek:MODEL");
});

Deno.test("createModel() refuses an address or a key that cannot be used, without repeating a secret", () => {
  const cases: [string, ModelEnvironment, string][] = [
    ["openai:m", { OPENAI_BASE_URL: "localhost" }, "OPENAI_BASE_URL"],
    ["ollama:m", { OLLAMA_BASE_URL: "ftp://host" }, "OLLAMA_BASE_URL"],
    ["zhipu:m", { ZHIPU_BASE_URL: "http://me:secret@host/v4" }, "ZHIPU_BASE_URL holds a password"],
    ["http://me:secret@host/v1#m", {}, "holds a password"],
    ["http://me:secret@host/v1", {}, "is unknown"],
    ["deepseek:m", { DEEPSEEK_API_KEY: "secret，" }, "DEEPSEEK_API_KEY holds a character"],
  ];
  for (const [spec, environment, words] of cases) {
    const error = assertThrows(() => create(spec, environment), RangeError, words);
    assert(!error.message.includes("secret"), error.message);
  }
});

Deno.test("a model of another vendor behind Anthropic's format may say as much as those take", async () => {
  await using server = startModelServer({ style: "anthropic", reply: () => ({ text: "Hello." }) });
  const modelEnvironment = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "k" };
  for (const id of ["kimi-k2", "claude-sonnet-4-5"]) {
    const { model } = await createModel(`anthropic:${id}`, {
      language: "en",
      now: () => 0,
      modelEnvironment,
    });
    await runTurn(testAgent(model).open(), "hi");
  }
  assertEquals(server.requests.map(({ max_tokens }) => max_tokens), [8_192, 64_000]);
});
