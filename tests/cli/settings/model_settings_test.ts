import { assertEquals, assertThrows } from "@std/assert";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { readConfigFile } from "../../../cli/settings/config_file.ts";
import { headerVariables, readModelRules, tuneByFlags } from "../../../cli/settings/model_settings.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";

function readFile(models: unknown) {
  return readConfigFile([{ path: "handrail.json", isOwn: false }], () => JSON.stringify({ models }));
}

Deno.test("readModelRules() takes all that handrail.json can say of models", () => {
  const models = {
    temperature: 0.2,
    maxOutputTokens: 800,
    topP: 0.9,
    reasoningEffort: "low" as const,
    headers: { "X-Team": "desk" },
    only: { "openai:*": { temperature: 0, headers: { Authorization: { env: "HANDRAIL_HEADER_AUTH" } } } },
    prices: { "openai:gpt-4o*": { input: 2.5, output: 10, cachedInput: 1.25, cacheWrite: 2.5 } },
    contextWindow: { "ollama:*": 32_768 },
  };
  const { only, prices, contextWindow, ...tuning } = models;
  assertEquals(
    readModelRules(readFile(models)?.config.models, { HANDRAIL_HEADER_AUTH: " Basic eA== " }),
    {
      tuning,
      tuningOf: only,
      override: {},
      prices,
      contextWindows: contextWindow,
      headerVariables: { HANDRAIL_HEADER_AUTH: "Basic eA==" },
    },
  );
});

Deno.test("the environment says how a model is asked, a flag says it louder", () => {
  const environment = {
    HANDRAIL_TEMPERATURE: "0.5",
    HANDRAIL_MAX_TOKENS: " 300 ",
    HANDRAIL_REASONING: "medium",
  };
  const settings = readSettings({ HOME: "/home/me", ...environment }, "/work");
  assertEquals(settings.modelRules.override, {
    temperature: 0.5,
    maxOutputTokens: 300,
    reasoningEffort: "medium",
  });
  const { flags } = parseCommandLine(["chat", "--temperature", "0", "--reasoning", "high"]);
  assertEquals(tuneByFlags(settings, flags).modelRules.override, {
    temperature: 0,
    maxOutputTokens: 300,
    reasoningEffort: "high",
  });
});

for (
  const [name, value, use] of [
    ["--temperature", "warm", "a number from 0 to 2"],
    ["--temperature", "2.1", "a number from 0 to 2"],
    ["--temperature", "1e0", "a number from 0 to 2"],
    ["--max-tokens", "0", "a whole number from 1"],
    ["--max-tokens", "1.5", "a whole number from 1"],
    ["--reasoning", "max", "low, medium, high"],
  ] as const
) {
  Deno.test(`${name} ${value} is refused with what to write instead, and so is its variable`, () => {
    const settings = readSettings({ HOME: "/home/me" }, "/work");
    const { flags } = parseCommandLine(["run", name, value]);
    const error = assertThrows(() => tuneByFlags(settings, flags), UsageError);
    assertEquals(error.message.startsWith(`Cannot read ${name}: "${value}" is `), true);
    assertEquals(error.message.endsWith(`. Use ${use}`), true);
    const variable = {
      "--temperature": "HANDRAIL_TEMPERATURE",
      "--max-tokens": "HANDRAIL_MAX_TOKENS",
      "--reasoning": "HANDRAIL_REASONING",
    }[name];
    assertThrows(() => readSettings({ [variable]: value }, "/work"), UsageError, `Cannot read ${variable}`);
  });
}

for (
  const [models, key] of [
    [{ temperature: 3 }, "models.temperature: "],
    [{ maxOutputTokens: 0 }, "models.maxOutputTokens: "],
    [{ topP: 2 }, "models.topP: "],
    [{ reasoningEffort: "max" }, "models.reasoningEffort: "],
    [{ temprature: 1 }, 'models: Unrecognized key: "temprature"'],
    [{ only: { "openai:*": { model: "x" } } }, "models.only.openai:*: "],
    [{ only: { "op*nai:*": {} } }, "models.only.op*nai:*: "],
    [{ prices: { "openai:m": { input: 1 } } }, "models.prices.openai:m.output: "],
    [{ prices: { "openai:m": { input: -1, output: 1 } } }, "models.prices.openai:m.input: "],
    [{ contextWindow: { "openai:m": 10 } }, "models.contextWindow.openai:m: "],
    [{ headers: { "X Team": "a" } }, "models.headers.X Team: "],
    [{ headers: { Host: "a" } }, "models.headers.Host: this header is not yours to set"],
    [
      { headers: { authorization: "Bearer x" } },
      "models.headers.authorization: a key does not belong in a file",
    ],
    [{ headers: { "X-Token": { env: "OPENAI_API_KEY" } } }, "models.headers.X-Token"],
    [{ headers: { "X-Token": { env: "HOME" } } }, "models.headers.X-Token"],
  ] as const
) {
  Deno.test(`handrail.json is refused with ${JSON.stringify(models)}, and the key is named`, () => {
    assertThrows(() => readFile(models), UsageError, `Cannot read handrail.json: ${key}`);
  });
}

Deno.test("headerVariables() names what headers need, and nothing else", () => {
  assertEquals(headerVariables(), []);
  assertEquals(
    headerVariables({
      headers: { a: "x", b: { env: "HANDRAIL_HEADER_B" } },
      only: { "openai:*": { headers: { c: { env: "HANDRAIL_HEADER_C" } } }, "zhipu:*": {} },
    }),
    ["HANDRAIL_HEADER_B", "HANDRAIL_HEADER_C"],
  );
});

Deno.test("a file that sends headers of its own is told of", () => {
  const found = readFile({ only: { "openai:*": { headers: { "X-Team": "desk" } } } });
  assertEquals(readSettings({ HOME: "/home/me" }, "/work", found).notices, [
    {
      en: "handrail.json sends headers of its own to the model's server",
      zh: "handrail.json 会向模型服务器发送它自己的请求头",
    },
  ]);
  assertEquals(readSettings({ HOME: "/home/me" }, "/work", readFile({ temperature: 1 })).notices, []);
});
