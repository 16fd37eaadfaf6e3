import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { modelsCommand } from "../../../cli/commands/models.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { textWidth } from "../../../cli/text/text_width.ts";
import type { Environment } from "../../../cli/settings/variables.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
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

Deno.test("models list stands in columns, a Han character counting twice, and glues no long name to the next (T37)", async () => {
  const titles = [/Handrail/, /OpenAI/, /Ollama/];
  const lines = (await models({ LANG: "zh_CN.UTF-8" }, "list")).split("\n");
  const starts = titles.map((title) => {
    const line = lines.find((one) => title.test(one)) ?? "";
    return textWidth(line.slice(0, line.search(title)));
  });
  assertEquals(starts, [48, 48, 48]);
  const path = `/home/me/${"a-long-folder/".repeat(3)}handrail.json`;
  const own = { path, models: { keys: { openai: { file: "k" } } }, network: {} };
  const { program, output } = testProgram(testAgent(new ScriptedModel([])).agent, {
    settings: readSettings({ HOME: "/nowhere" }, "/nowhere", { path, config: {}, own }),
  });
  await modelsCommand(program, parseCommandLine(["models", "list"]));
  assert(output.text.includes("/k is not set  OpenAI\n"), output.text);
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

Deno.test("models list marks the model in use, and hides a password in its address", async () => {
  const marked = async (environment: Environment) =>
    (await models(environment, "list")).split("\n").filter((line) => line.includes("in use"));
  assertEquals(await marked({}), [`offline       ${"needs no key".padEnd(34)}Handrail  ← in use`]);
  assertEquals(await marked({ HANDRAIL_MODEL: "ollama:qwen3:8b" }), [
    `ollama:qwen3:8b  ${"needs no key".padEnd(34)}Ollama  ← in use`,
  ]);
  assertEquals(await marked({ HANDRAIL_MODEL: "http://me:geheim@a.test/v1#m" }), [
    `http://…@a.test/v1#m  ${"HANDRAIL_API_KEY is not set".padEnd(34)}a.test  ← in use`,
  ]);
  assert((await models({ LANG: "zh_CN.UTF-8" }, "list")).includes("Handrail  ← 使用中\n"));
});

Deno.test("models list says where keys are that the person's own file names, and whether they are there", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "z.key"), "sk-very-secret");
  const own = {
    path: join(folder.path, "handrail.json"),
    models: {
      use: "qwen:m",
      keys: {
        openai: { env: "WORK_KEY" },
        qwen: { env: "GONE_KEY" },
        zhipu: { file: "z.key" },
        moonshot: { file: "gone.key" },
      },
    },
    network: {},
  };
  const environment = { WORK_KEY: "sk-very-secret", DASHSCOPE_API_KEY: "k", MOONSHOT_API_KEY: "k" };
  const settings = readSettings(environment, "/nowhere", { path: own.path, config: {}, own });
  const { program, output } = testProgram(testAgent(new ScriptedModel([])).agent, { settings });
  await modelsCommand(program, parseCommandLine(["models", "list", "--json"]));
  const { model, providers } = JSON.parse(output.text);
  const facts = Object.fromEntries(
    providers.map((one: Record<string, unknown>) => [
      one.provider,
      [one.key_variable, one.key_file, one.key_set, one.ready, one.in_use],
    ]),
  );
  assertEquals([model, facts.openai, facts.qwen, facts.zhipu, facts.moonshot], [
    "qwen:m",
    ["WORK_KEY", null, true, true, false],
    ["GONE_KEY", null, false, false, true],
    [null, join(folder.path, "z.key"), true, true, false],
    [null, join(folder.path, "gone.key"), false, false, false],
  ]);
  assert(!output.text.includes("secret"));
});

Deno.test("models refuses any other action", async () => {
  for (const args of [[], ["show"], ["list", "x"]]) {
    await assertRejects(() => models({}, ...args), UsageError, "Use models list");
  }
});
