import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { toolsCommand } from "../../../cli/commands/tools.ts";
import { knownTools } from "../../../cli/tool_stats/known_tools.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import type { Program } from "../../../cli/program.ts";
import { PROFILES } from "../../../tools/profiles.ts";
import { ToolRegistry } from "../../../tools/tool_registry.ts";
import { FakeEmbedder } from "../../_support/fake_embedder.ts";
import { fakeTool, READ } from "../../_support/fake_tool.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

function setUp(registry?: ToolRegistry, replace: Partial<Program> = {}) {
  const { program, output } = testProgram(testAgent(new ScriptedModel([])).agent, {
    assembleAgent: ({ profile = "chat" }) => {
      const { agent } = testAgent(new ScriptedModel([]), { profile: profile as "chat" });
      return Promise.resolve(registry ? { ...agent, registry } : agent);
    },
    ...replace,
  });
  const run = (...args: string[]) => toolsCommand(program, parseCommandLine(["tools", "lint", ...args]));
  return { run, output };
}

Deno.test("tools lint finds nothing in our own tools, in any profile, however strict", async () => {
  for (const profile of PROFILES) {
    const { run, output } = setUp();
    assertEquals(await run("--profile", profile, "--strict"), 0, output.text);
    assert(output.text.endsWith("0 errors, 0 warnings\n"), output.text);
  }
});

Deno.test("tools lint says what each tool costs, what is most alike, and by what it went", async () => {
  const { run, output } = setUp();
  await run("--profile", "order");
  const lines = output.text.split("\n");
  assertEquals(lines.map((line) => line.replaceAll(/\d+/g, "N")), [
    "agent_ask_to_user   about N tokens",
    "order_query_status  about N tokens",
    "N tools, about N tokens in every request (budget N)",
    "Most alike: agent_ask_to_user and order_query_status, N.N by words",
    "N errors, N warnings",
    "",
  ]);
});

Deno.test("tools lint counts the tokens that tools stats counts", async () => {
  const { run, output } = setUp();
  await run("--json");
  const { tools } = JSON.parse(output.text);
  const { registry } = testAgent(new ScriptedModel([])).agent;
  const known = [...await knownTools(registry.getAll())].map(([name, { tokens }]) => ({ name, tokens }));
  assertEquals(tools, known);
});

const WARNED = new ToolRegistry().register("order_query", {
  ...fakeTool(() => null, READ),
  description: "Looks orders up, whoever they belong to.",
});

Deno.test("tools lint ends with 1 on an error, and with --strict on a warning", async () => {
  const { run, output } = setUp(WARNED);
  assertEquals([await run(), await run("--strict")], [0, 1]);
  assertStringIncludes(
    output.text,
    "warning  order_query: there is no example of a request, in quotes (example_missing)\n",
  );
  const broken = setUp(new ToolRegistry().register("fetch", fakeTool(() => null, READ)));
  assertEquals(await broken.run(), 1);
  assertStringIncludes(broken.output.text, "error    fetch: the name is not of the form domain_verb_object");
});

Deno.test("tools lint --json is one object, and compares by meaning where there is a model", async () => {
  const { run, output } = setUp(WARNED, {
    openEmbedder: () => Promise.resolve(new FakeEmbedder({ ideas: [] })),
  });
  await run("--json");
  const { findings, likeness_by, most_alike, errors, warnings, budget } = JSON.parse(output.text);
  assertEquals([likeness_by, most_alike, errors, budget], ["meaning", null, 0, { tool: 600, table: 4000 }]);
  assertEquals(findings.length, warnings);
  assertEquals(findings.at(-1), {
    level: "warning",
    rule: "example_missing",
    tool: "order_query",
    message: { en: "there is no example of a request, in quotes", zh: "没有用引号给出请求示例" },
  });
});

Deno.test("tools lint goes by words where the model cannot be had, and speaks the reader's language", async () => {
  const { run, output } = setUp(undefined, {
    settings: readSettings({ LANG: "zh_CN.UTF-8" }, "/nowhere"),
    openEmbedder: () => Promise.reject(new Error("not in the cache")),
  });
  assertEquals(await run(), 0);
  assertStringIncludes(output.text, "按用词");
  assertStringIncludes(output.text, "0 个错误，0 个警告");
});

Deno.test("tools lint goes by words where the model does not answer", async () => {
  const embedder = new FakeEmbedder({ ideas: [] });
  embedder.failure = new Error("the server is gone");
  const { run, output } = setUp(undefined, { openEmbedder: () => Promise.resolve(embedder) });
  assertEquals(await run("--json"), 0);
  assertEquals(JSON.parse(output.text).likeness_by, "words");
});

Deno.test("tools names its actions to whoever wants another one", async () => {
  const { program } = testProgram(testAgent(new ScriptedModel([])).agent);
  await assertRejects(
    () => toolsCommand(program, parseCommandLine(["tools", "mend"])),
    UsageError,
    "Use handrail tools list or stats or lint",
  );
});
