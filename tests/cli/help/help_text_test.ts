import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../../../cli/command_line.ts";
import { EXIT } from "../../../cli/exit_code.ts";
import { helpText } from "../../../cli/help/help_text.ts";
import { VARIABLES } from "../../../cli/settings/variables.ts";

const LANGUAGES = ["en", "zh"] as const;

Deno.test("helpText() names every command, and only variables that are read", () => {
  for (const language of LANGUAGES) {
    const help = helpText(undefined, language);
    for (const command of COMMANDS) {
      assert(new RegExp(`handrail \\[?${command}\\b`).test(help), `${command} in ${language}`);
    }
    const named = new Set(help.match(/\b(?:HANDRAIL|AGENT|OPENAI)_[A-Z_]+/g));
    assertEquals(
      [...named].filter((name) => !VARIABLES.some((variable) => variable === name)),
      [],
    );
    assertEquals(named.size, 23);
  }
});

Deno.test("helpText() lists the exit codes that there are", () => {
  const codes = Object.values(EXIT).filter((code) => code < 128);
  for (const language of LANGUAGES) {
    const line = helpText(undefined, language).trimEnd().split("\n").at(-1) ?? "";
    assertEquals([...line.matchAll(/(?:^ *|· )(\d) /g)].map(([, code]) => Number(code)), codes);
  }
});

Deno.test("helpText() is in the reader's language and fits 120 columns", () => {
  for (const topic of [undefined, ...COMMANDS]) {
    assert(!/\p{Script=Han}/u.test(helpText(topic, "en")), `${topic}`);
    assert(/\p{Script=Han}/u.test(helpText(topic, "zh")), `${topic}`);
    for (const language of LANGUAGES) {
      const help = helpText(topic, language);
      assert(help.endsWith("\n") && !help.endsWith("\n\n"), `${topic} in ${language}`);
      for (const line of help.split("\n")) assert(line.length <= 120, line);
    }
  }
});

Deno.test("helpText() gives each command a first line that begins as the command is typed", () => {
  for (const command of COMMANDS) {
    for (const language of LANGUAGES) {
      assert(helpText(command, language).startsWith(`handrail ${command}`));
    }
  }
});
