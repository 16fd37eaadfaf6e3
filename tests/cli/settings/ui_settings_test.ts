import { assertEquals, assertThrows } from "@std/assert";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { parseConfigFile } from "../../_support/config_of.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { withFlags } from "../../../cli/settings/ui_settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import type { Environment } from "../../../cli/settings/variables.ts";

function settings(environment: Environment, file = "{}", args: readonly string[] = []) {
  const read = readSettings({ HOME: "/home/me", ...environment }, "/work", parseConfigFile(file));
  return withFlags(read, parseCommandLine(args).flags);
}

for (
  const [what, environment, file, args, language] of [
    ["nothing", {}, "{}", [], "en"],
    ["LANG", { LANG: "zh_CN.UTF-8" }, "{}", [], "zh"],
    ["LC_ALL above LANG", { LC_ALL: "en_US.UTF-8", LANG: "zh_CN.UTF-8" }, "{}", [], "en"],
    ["the file above LANG", { LANG: "en_US.UTF-8" }, '{"ui":{"language":"zh"}}', [], "zh"],
    ["HANDRAIL_LANG above the file", { HANDRAIL_LANG: "en" }, '{"ui":{"language":"zh"}}', [], "en"],
    ["HANDRAIL_LANG as a locale", { HANDRAIL_LANG: "zh-CN" }, "{}", [], "zh"],
    [
      "the flag above everything",
      { HANDRAIL_LANG: "en" },
      '{"ui":{"language":"en"}}',
      ["--lang", "zh"],
      "zh",
    ],
    ["the flag of any command", {}, "{}", ["kb", "info", "--lang", "zh"], "zh"],
  ] as const
) {
  Deno.test(`the language comes from ${what}`, () => {
    assertEquals(settings(environment, file, args).language, language);
  });
}

Deno.test("a language that there is not is refused", () => {
  assertThrows(
    () => settings({}, "{}", ["--lang", "fr"]),
    UsageError,
    'Cannot read --lang: "fr" is no language that there is. Write en or zh',
  );
  assertThrows(() => settings({ HANDRAIL_LANG: "zhong" }), UsageError, "Cannot read HANDRAIL_LANG");
  assertThrows(() => settings({}, '{"ui":{"language":"fr"}}'), UsageError, "ui.language");
});

Deno.test("flags and the file take away what a terminal shows beside answers", () => {
  const all = { markdown: true, usage: true, waiting: true, greeting: true, pasteMarks: true };
  assertEquals(settings({}).ui, all);
  assertEquals(settings({}, "{}", ["--plain"]).ui, { ...all, markdown: false });
  assertEquals(settings({}, "{}", ["--quiet"]).ui, {
    markdown: true,
    usage: false,
    waiting: false,
    greeting: false,
    pasteMarks: true,
  });
  assertEquals(settings({}, '{"ui":{"usage":false,"markdown":false}}').ui, {
    ...all,
    usage: false,
    markdown: false,
  });
  assertEquals(settings({ TERM: "dumb" }).ui, { ...all, waiting: false, pasteMarks: false });
});

Deno.test("an encoding is one that there is, by any of its names (T39)", () => {
  assertEquals(settings({}).encoding, undefined);
  assertEquals(settings({}, "{}", ["run", "--encoding", "GBK"]).encoding, "gbk");
  assertEquals(settings({}, "{}", ["run", "--encoding", "UTF8"]).encoding, "utf-8");
  assertThrows(
    () => settings({}, "{}", ["run", "--encoding", "klingon"]),
    UsageError,
    "Cannot read --encoding",
  );
});
