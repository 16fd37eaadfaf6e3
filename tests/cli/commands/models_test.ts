import { assert, assertEquals, assertRejects } from "@std/assert";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { modelsCommand } from "../../../cli/commands/models.ts";
import { readSettings } from "../../../cli/settings.ts";
import type { Environment } from "../../../cli/variables.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

async function models(environment: Environment, ...args: string[]): Promise<string> {
  const settings = readSettings({ HOME: "/nowhere", ...environment }, "/nowhere");
  const { program, output } = testProgram(testAgent(new ScriptedModel([])).agent, { settings });
  assertEquals(await modelsCommand(program, parseCommandLine(["models", ...args])), 0);
  return output.text;
}

Deno.test("models list names each provider's variable, and says whether it is set", async () => {
  const text = await models(
    { DEEPSEEK_API_KEY: "sk-very-secret", OLLAMA_BASE_URL: "http://10.0.0.9:1/v1" },
    "list",
  );
  const lines = text.trimEnd().split("\n");
  assertEquals(lines.length, 9);
  assertEquals(lines.filter((line) => line.includes("DEEPSEEK_API_KEY is set")).length, 1);
  assertEquals(lines.filter((line) => line.includes("is not set")).length, 6);
  assert(lines.at(-1)?.endsWith("OLLAMA_BASE_URL is set"));
  assert(!text.includes("secret") && !text.includes("10.0.0.9"));
});

Deno.test("models list speaks the reader's language", async () => {
  const text = await models({ LANG: "zh_CN.UTF-8" }, "list");
  assert(text.includes("ZHIPU_API_KEY 未设置"));
});

Deno.test("models list --json is one object, without a value of any variable", async () => {
  const text = await models({ ZHIPU_API_KEY: "sk-very-secret" }, "list", "--json");
  const { providers } = JSON.parse(text);
  assertEquals(providers.find(({ provider }: { provider: string }) => provider === "zhipu"), {
    provider: "zhipu",
    title: "Zhipu 智谱",
    key_variable: "ZHIPU_API_KEY",
    key_file: null,
    key_set: true,
    url_variable: "ZHIPU_BASE_URL",
    url_set: false,
    ready: true,
    in_use: false,
  });
  const ready = providers.filter((one: { ready: boolean }) => one.ready).map((one: { provider: string }) =>
    one.provider
  );
  assertEquals(ready, ["offline", "zhipu", "ollama"]);
  assert(!text.includes("secret"));
});

Deno.test("models refuses any other action", async () => {
  for (const args of [[], ["show"], ["list", "x"]]) {
    await assertRejects(() => models({}, ...args), UsageError, "Use models list");
  }
});
