import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../../../cli/command_line.ts";
import type { CompletionSources } from "../../../cli/completions/candidate.ts";
import { actionWords, commandWords } from "../../../cli/completions/command_words.ts";
import { completeWords } from "../../../cli/completions/complete_words.ts";

const sources: CompletionSources = {
  sessions: () => Promise.resolve(["ses_1", "ses_2", "trip"]),
  tools: () => Promise.resolve(["order_cancel", "order_refund", "ticket_create"]),
};

async function values(...words: string[]): Promise<string[]> {
  const { candidates, files } = await completeWords(words, { language: "en", sources });
  return [...candidates.map(({ value }) => value), ...(files ? [":files"] : [])];
}

Deno.test("completeWords() offers the commands first, each with what the help says of it", async () => {
  const { candidates } = await completeWords([""], { language: "en", sources });
  assertEquals(candidates.map(({ value }) => value), [...COMMANDS]);
  assertEquals(candidates.find(({ value }) => value === "selftest"), {
    value: "selftest",
    description: "check the whole chain, offline",
  });
  assertEquals(candidates.filter(({ description }) => description === ""), []);
  assertEquals(await values("se"), ["service", "sessions", "selftest"]);
});

Deno.test("commandWords() speaks the reader's language", () => {
  assertEquals(commandWords("zh").find(({ value }) => value === "selftest")?.description, "离线自检整条链路");
  assert(commandWords("zh").every(({ description }) => description !== ""));
});

Deno.test("actionWords() finds a command's actions in its help, in both languages", () => {
  for (const language of ["en", "zh"] as const) {
    assertEquals(actionWords("kb", language).map(({ value }) => value), [
      "ingest",
      "search",
      "info",
      "verify",
      "remove",
      "export",
    ]);
    assertEquals(actionWords("breaker", language).map(({ value }) => value), ["list", "reset"]);
    assertEquals(actionWords("mask", language), []);
    assertEquals(actionWords("run", language), []);
  }
});

const CASES: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [["kb", "in"], ["ingest", "info"]],
  [["kb", "ingest", ""], [":files"]],
  [["kb", "ingest", "docs", "more"], [":files"]],
  [["kb", "info", ""], []],
  [["sessions", "show", "ses"], ["ses_1", "ses_2"]],
  [["sessions", "res"], ["resume"]],
  [["resume", "t"], ["trip"]],
  [["breaker", "reset", "order_c"], ["order_cancel"]],
  [["completions", ""], ["bash", "zsh", "fish", "powershell"]],
  [["help", "kb"], ["kb"]],
  [["run", "--js"], ["--json"]],
  [["kb", "search", "--lim"], ["--limit"]],
  [["--tr"], ["--trace"]],
  [["--help", ""], [...COMMANDS]],
  [["run", "--profile", "or"], ["order"]],
  [["run", "--profile=or"], ["--profile=order"]],
  [["chat", "--model", "op"], ["openai:", "openrouter:"]],
  [["chat", "--session", ""], ["ses_1", "ses_2", "trip"]],
  [["run", "--approve", "ticket_create,order_r"], ["ticket_create,order_refund"]],
  [["run", "--approve=ticket_create,order_r"], ["--approve=ticket_create,order_refund"]],
  [["sessions", "export", "trip", "--format", ""], ["md", "html", "json", "recording"]],
  [["kb", "search", "x", "--limit", ""], []],
  [["--session", "trip", "kb", "inf"], ["info"]],
  [["nonsense", ""], []],
  [["constructor", ""], []],
  [["--constructor="], []],
  [["run", "chat", "--out"], ["--output"]],
  [["breaker", '""'], ["list", "reset"]],
  [["kb", "search", "run", "--lim"], ["--limit"]],
  [["--profile", "service", "run", "--appr"], ["--approve"]],
  [["run", "--output", "j"], ["json"]],
  [["sessions", "trace", "trip", "--output", "t"], [":files"]],
  [["sessions", "export", "trip", "--output="], [":files"]],
  [[], [...COMMANDS]],
];

for (const [words, offered] of CASES) {
  Deno.test(`completeWords() answers ${JSON.stringify(words)}`, async () => {
    for (const value of offered) assert((await values(...words)).includes(value), value);
    assertEquals((await values(...words)).length, offered.length);
  });
}

Deno.test("completeWords() knows the flags of every command, before and behind it", async () => {
  assertEquals(await values("run", "--lang", ""), ["en", "zh"]);
  assertEquals(await values("run", "--lang=z"), ["--lang=zh"]);
  assertEquals(await values("doctor", "--l"), ["--lang"]);
  assertEquals(await values("--lang", "zh", "kb", "in"), ["ingest", "info"]);
});
