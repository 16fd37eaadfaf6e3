import { assertEquals } from "@std/assert";
import {
  arrows,
  environmentInMainOnly,
  frontEndsApart,
  globalsByName,
  type HouseRule,
  loopInAgentOnly,
  namesAndSizes,
  outputInOneModule,
  packagesFrom,
  toolsAndShellsApart,
} from "./house_rules.ts";
import { readSource } from "./source_facts.ts";

/** What a rule says of a house with just these sources. */
function judge(rule: HouseRule, files: Readonly<Record<string, string>>): string[] {
  return rule(Object.entries(files).map(([path, text]) => readSource(path, text)));
}

Deno.test("the rule on arrows notices every wrong direction, however the import is written", () => {
  const wrong = {
    "kb/a.ts": 'import { x } from "../tools/types.ts";',
    "tools/a.ts": 'export * from "../shells/audit.ts";',
    "shells/a.ts": 'import type { X } from "../tools/define_tool.ts";',
    "shells/stores/b.ts": 'import "../../kb/passage.ts";',
    "agent/offline/a.ts": 'const x = await import("../../cli/help.ts");',
    "cli/a.ts": 'type X = typeof import("../main.ts");',
    "main.ts": 'export { x } from "./tests/x.ts";',
    "tools/b.ts": 'import { x } from "../jsr/std_cli/parse_args.ts";',
    "cli/b.ts": 'import { x } from "https://example.com/x.ts";',
  };
  assertEquals(judge(arrows, wrong), [
    "kb/a.ts imports ../tools/types.ts: kb must not know tools",
    "tools/a.ts imports ../shells/audit.ts: tools must not know shells",
    "shells/a.ts imports ../tools/define_tool.ts: shells must not know tools",
    "shells/stores/b.ts imports ../../kb/passage.ts: shells must not know kb",
    "agent/offline/a.ts imports ../../cli/help.ts: agent must not know cli",
    "cli/a.ts imports ../main.ts: cli must not know main",
    "main.ts imports ./tests/x.ts: main must not know tests",
    "tools/b.ts imports ../jsr/std_cli/parse_args.ts: tools must not know jsr",
    "cli/b.ts imports https://example.com/x.ts: cli must not know https:",
  ]);
});

Deno.test("the rule on arrows lets right directions, comments and strings pass", () => {
  const right = {
    "main.ts":
      'import "./cli/a.ts"; import c from "./deno.json" with { type: "json" }; await import("./kb/a.ts");',
    "cli/repl/a.ts": 'import "../b.ts"; import "../../agent/a.ts"; import "../../kb/a.ts";',
    "agent/a.ts": 'import "./offline/b.ts"; import "../shells/a.ts"; import "../tools/a.ts"; import "ai";',
    "shells/stores/a.ts": 'import type { JsonValue } from "../../tools/types.ts"; import "../clock.ts";',
    "tools/a.ts": 'import "./types.ts"; import "../kb/a.ts"; import "node:path"; // import "../cli/a.ts";',
    "kb/a.ts": 'const text = \'import "../tools/a.ts"\'; /* import("../cli/a.ts") */',
    "tests/a.ts": 'import "../cli/a.ts";',
  };
  assertEquals(judge(arrows, right), []);
});

Deno.test("the rule on front ends notices an import from one to the other", () => {
  const files = {
    "cli/repl/a.ts": 'import "../json/b.ts";',
    "cli/json/a.ts": 'import "../repl/b.ts"; import "./b.ts"; import "../help.ts";',
    "cli/commands/a.ts": 'import "../repl/b.ts"; import "../json/b.ts";',
  };
  assertEquals(judge(frontEndsApart, files), [
    "cli/repl/a.ts imports ../json/b.ts: cli/repl must not know cli/json",
    "cli/json/a.ts imports ../repl/b.ts: cli/json must not know cli/repl",
  ]);
});

Deno.test("the rule on tools and shells notices two of a kind that know each other", () => {
  const files = {
    "tools/a.ts": 'import "./b.ts"; import "./types.ts"; export const a = () => defineTool({});',
    "tools/b.ts": "export const b = () => defineTool({});",
    "tools/types.ts": 'import "./a.ts";',
    "shells/c.ts": 'import "./d.ts"; import "./clock.ts"; export function c(): Shell { return x; }',
    "shells/d.ts": "export function d(options: Options): Shell { return x; }",
    "shells/clock.ts": "export function clock(): Clock { return x; }",
  };
  assertEquals(judge(toolsAndShellsApart, files), [
    "tools/a.ts imports ./b.ts: two of a kind must not know each other",
    "shells/c.ts imports ./d.ts: two of a kind must not know each other",
  ]);
});

Deno.test("the rule on the loop notices vendors and loops outside agent/, but no types", () => {
  const text = [
    'import { createOpenAI } from "@ai-sdk/openai";',
    'import type { LanguageModelV4 } from "@ai-sdk/provider";',
    'import { type Tool, asSchema } from "ai";',
    'import { streamText as loop } from "ai";',
    'const ai = await import("ai");',
    "generateText({});",
  ].join("\n");
  assertEquals(judge(loopInAgentOnly, { "cli/a.ts": text, "agent/a.ts": text, "tests/a.ts": text }), [
    "cli/a.ts imports @ai-sdk/openai: only agent/ knows a vendor",
    "cli/a.ts imports streamText from ai: only agent/ knows the loop",
    "cli/a.ts imports * from ai: only agent/ knows the loop",
    "cli/a.ts calls generateText: only agent/ knows the loop",
  ]);
});

Deno.test("the rules on globals notice every way to the environment and the output", () => {
  const text = [
    'Deno.env.get("X");',
    'Deno["args"];',
    "process.env.X;",
    "Deno.stdout.writeSync(x);",
    "Deno.stderr;",
    "console.log(1);",
  ].join("\n");
  assertEquals(judge(environmentInMainOnly, { "main.ts": text, "kb/a.ts": text, "scripts/a.ts": text }), [
    "kb/a.ts uses Deno.env",
    "kb/a.ts uses Deno.args",
    "kb/a.ts uses process.env",
  ]);
  const files = {
    "cli/output_stream.ts": text,
    "cli/redirect_console.ts": text,
    "main.ts": text,
    "bench/a.ts": text,
  };
  assertEquals(judge(outputInOneModule, files), [
    "cli/redirect_console.ts uses Deno.stdout",
    "main.ts uses Deno.stdout",
    "main.ts uses Deno.stderr",
    "cli/output_stream.ts uses console.log",
    "main.ts uses console.log",
  ]);
});

Deno.test("the rules on globals notice disguises, and let types, properties and words pass", () => {
  const disguises = [
    "const { env } = Deno;",
    "globalThis.Deno;",
    "globalThis.console.log(1);",
    "const everything = globalThis;",
    "Deno[name];",
    'import { env } from "node:process";',
    "await import(path);",
  ].join("\n");
  assertEquals(judge(globalsByName, { "cli/a.ts": disguises }), [
    "cli/a.ts uses Deno",
    "cli/a.ts uses globalThis.Deno",
    "cli/a.ts uses globalThis.console",
    "cli/a.ts uses globalThis",
    "cli/a.ts uses Deno",
    "cli/a.ts imports node:process: name what is used",
    "cli/a.ts imports ?: name what is used",
  ]);
  const innocent = [
    "let file: Deno.FsFile; // Deno.env",
    "const word = 'Deno.args console.log process.env';",
    "order.process(); order.console; const o = { process: 1 };",
    "await Deno.readTextFile(x); crypto.randomUUID();",
  ].join("\n");
  for (const rule of [globalsByName, environmentInMainOnly, outputInOneModule]) {
    assertEquals(judge(rule, { "kb/a.ts": innocent }), []);
  }
});

Deno.test("the rule on names and sizes notices barrels, utils, other cases and long files", () => {
  const files = {
    "kb/mod.ts": "",
    "cli/json/index.ts": "",
    "kb/text_utils.ts": "",
    "agent/util/a.ts": "",
    "tools/orderDesk.ts": "",
    "shells/long.ts": "\n".repeat(301),
    "tests/shells/long_test.ts": "\n".repeat(301),
    "shells/just_short_enough.ts": "\n".repeat(300),
    "kb/futile_module.ts": "",
    "jsr/std_assert/mod.ts": "",
  };
  assertEquals(judge(namesAndSizes, files), [
    "kb/mod.ts is a barrel",
    "cli/json/index.ts is a barrel",
    "kb/text_utils.ts is a drawer of utils",
    "agent/util/a.ts is a drawer of utils",
    "tools/orderDesk.ts is not snake_case",
    "shells/long.ts has 301 lines, more than 300",
  ]);
});

Deno.test("readSource() counts lines with and without a last line feed", () => {
  assertEquals(["", "a", "a\n", "a\nb", "a\n\n"].map((text) => readSource("kb/a.ts", text).lines), [
    1,
    1,
    1,
    2,
    2,
  ]);
});

Deno.test("the rule on packages notices what deno.json does not name", () => {
  const files = {
    "kb/a.ts":
      'import "zod"; import "zod/v4"; import "zodiac"; import "npm:ai@7"; import "node:path"; import "./b.ts";',
  };
  assertEquals(judge(packagesFrom(["zod", "ai"]), files), [
    "kb/a.ts imports zodiac: deno.json does not name it",
    "kb/a.ts imports npm:ai@7: deno.json does not name it",
  ]);
});
