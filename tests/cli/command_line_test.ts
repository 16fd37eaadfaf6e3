import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { COMMANDS, parseCommandLine } from "../../cli/command_line.ts";
import { COMMON_FLAGS } from "../../cli/flags.ts";
import { helpText } from "../../cli/help/help_text.ts";
import { UsageError } from "../../cli/usage_error.ts";

const NO_FLAGS = {
  session: undefined,
  profile: undefined,
  model: undefined,
  output: undefined,
  limit: undefined,
  approve: [],
  trace: false,
  json: false,
  prune: false,
  strategy: undefined,
  kinds: [],
  typescript: false,
  "opt-out": [],
  summary: false,
  glob: [],
  "dry-run": false,
  "max-size": undefined,
  under: undefined,
  since: undefined,
  until: undefined,
  format: undefined,
  temperature: undefined,
  "max-tokens": undefined,
  reasoning: undefined,
  yes: false,
  last: false,
  lang: undefined,
  encoding: undefined,
  plain: false,
  quiet: false,
  html: false,
  "log-level": undefined,
  turn: undefined,
  width: undefined,
  update: false,
  strict: false,
  desk: undefined,
  junit: undefined,
};

/** How each flag is given. */
const FLAGS = {
  session: ["--session", "s1"],
  profile: ["--profile", "order"],
  model: ["--model", "offline"],
  temperature: ["--temperature", "0.2"],
  "max-tokens": ["--max-tokens", "500"],
  reasoning: ["--reasoning", "low"],
  trace: ["--trace"],
  json: ["--json"],
  output: ["--output", "json"],
  approve: ["--approve", "createTicket"],
  limit: ["--limit", "3"],
  prune: ["--prune"],
  strategy: ["--strategy", "x"],
  kinds: ["--kinds", "x"],
  summary: ["--summary"],
  glob: ["--glob", "*.md"],
  "dry-run": ["--dry-run"],
  "max-size": ["--max-size", "5"],
  under: ["--under", "docs"],
  since: ["--since", "2026-01-01"],
  until: ["--until", "2026-01-01"],
  format: ["--format", "md"],
  yes: ["--yes"],
  last: ["--last"],
  lang: ["--lang", "zh"],
  encoding: ["--encoding", "gb18030"],
  plain: ["--plain"],
  quiet: ["--quiet"],
  html: ["--html"],
  "log-level": ["--log-level", "info"],
  turn: ["--turn", "2"],
  width: ["--width", "100"],
} as const;

Deno.test("parseCommandLine() is chat without a command", () => {
  assertEquals(parseCommandLine([]), { command: "chat", topic: "chat", operands: [], flags: NO_FLAGS });
  const { command, flags } = parseCommandLine(["--session", "s1", "--trace"]);
  assertEquals([command, flags], ["chat", { ...NO_FLAGS, session: "s1", trace: true }]);
});

Deno.test("parseCommandLine() takes flags before and behind the operands, with = or a blank", () => {
  const { operands, flags } = parseCommandLine(["run", "--model=openai:m", "Where is", "--json", "A-1024?"]);
  assertEquals(operands, ["Where is", "A-1024?"]);
  assertEquals(flags, { ...NO_FLAGS, model: "openai:m", json: true });
});

Deno.test("parseCommandLine() keeps operands as they were typed", () => {
  assertEquals(parseCommandLine(["run", "007", "1e3", "", "-", " 中文 ", "a=b"]).operands, [
    "007",
    "1e3",
    "",
    "-",
    " 中文 ",
    "a=b",
  ]);
});

Deno.test("parseCommandLine() takes everything behind -- for operands", () => {
  const { operands, flags } = parseCommandLine(["run", "--", "--json", "-x", "--help"]);
  assertEquals([operands, flags.json], [["--json", "-x", "--help"], false]);
});

Deno.test("parseCommandLine() leaves text alone that begins with a dash", () => {
  const texts = ["— json", "—", "——", "—订单在哪", "－", "–5", "—jsonl"];
  assertEquals(parseCommandLine(["run", ...texts]).operands, texts);
  assertEquals(parseCommandLine(["run", "--", "—json"]).operands, ["—json"]);
});

Deno.test("parseCommandLine() gathers --approve from commas and repetitions", () => {
  const { flags } = parseCommandLine(["run", "x", "--approve", "a, b,", "--approve=c"]);
  assertEquals(flags.approve, ["a", "b", "c"]);
});

Deno.test("parseCommandLine() takes the last of a repeated flag", () => {
  assertEquals(parseCommandLine(["run", "x", "--session", "a", "--session", "b"]).flags.session, "b");
});

Deno.test("parseCommandLine() shows the program's help for --help, -h and help alone", () => {
  for (const args of [["--help"], ["-h"], ["help"], ["help", "nothing"], ["--help", "nothing"]]) {
    const { command, topic } = parseCommandLine(args);
    assertEquals([command, topic], ["help", undefined], args.join(" "));
  }
});

Deno.test("parseCommandLine() shows a command's help, wherever the command stands", () => {
  for (const args of [["kb", "--help"], ["--help", "kb"], ["help", "kb"], ["kb", "search", "-h"]]) {
    const { command, topic } = parseCommandLine(args);
    assertEquals([command, topic], ["help", "kb"], args.join(" "));
  }
});

Deno.test("parseCommandLine() keeps the language for help, also before it", () => {
  for (
    const args of [["--lang", "zh", "--help"], ["kb", "--help", "--lang=zh"], ["help", "kb", "--lang", "zh"]]
  ) {
    const { command, flags } = parseCommandLine(args);
    assertEquals([command, flags.lang], ["help", "zh"], args.join(" "));
  }
});

Deno.test("parseCommandLine() knows --version and -V, before anything else", () => {
  for (const args of [["--version"], ["-V"], ["run", "--version"], ["--version", "--help"]]) {
    assertEquals(parseCommandLine(args).command, "version", args.join(" "));
  }
});

for (
  const [args, message] of [
    [["fly"], 'Cannot run "fly": no such command. See handrail --help'],
    [[""], 'Cannot run "": no such command. See handrail --help'],
    [["toString"], 'Cannot run "toString": no such command. See handrail --help'],
    [["Run"], 'Cannot run "Run": no such command. See handrail --help'],
    [["run", "x", "--frob"], "Cannot read --frob: no such flag. See handrail run --help"],
    [["run", "x", "--frob=1"], "Cannot read --frob=1: no such flag. See handrail run --help"],
    [["run", "x", "-q"], "Cannot read -q: no such flag. See handrail run --help"],
    [["--frob"], "Cannot read --frob: no such flag. See handrail chat --help"],
    [["run", "x", "--toString"], "Cannot read --toString: no such flag. See handrail run --help"],
    [["run", "x", "--constructor=1"], "Cannot read --constructor=1: no such flag. See handrail run --help"],
    [["run", "x", "--__proto__", "y"], "Cannot read --__proto__: no such flag. See handrail run --help"],
    [["run", "x", "--=="], "Cannot read --==: no such flag. See handrail run --help"],
    [["run", "x", "--no-approve"], "Cannot read --no-approve: no such flag. See handrail run --help"],
    [["run", "x", "--no-json"], "Cannot read --no-json: no such flag. See handrail run --help"],
    [
      ["run", "x", "—json"],
      "Cannot read —json: a flag begins with two hyphens. Write --json, or -- before text that begins so",
    ],
    [
      ["run", "x", "－－model=a"],
      "Cannot read －－model=a: a flag begins with two hyphens. Write --model, or -- before text that begins so",
    ],
    [
      ["–help"],
      "Cannot read –help: a flag begins with two hyphens. Write --help, or -- before text that begins so",
    ],
    [["run", "- a list"], "Cannot read - a list: no such flag. Put -- before text that begins so"],
    [["run", "x", "--session"], "Cannot read --session: it needs a value. Write --session VALUE"],
    [["run", "x", "--session="], "Cannot read --session: it needs a value. Write --session VALUE"],
    [["run", "x", "--model", "--json"], "Cannot read --model: it needs a value. Write --model VALUE"],
    [["run", "x", "--approve"], "Cannot read --approve: it needs a value. Write --approve VALUE"],
    [["run", "x", "--approve", ","], "Cannot read --approve: it needs a value. Write --approve VALUE"],
    [["json", "--json"], "Cannot use --json with json: it has no such flag. See handrail json --help"],
    [["kb", "--approve", "a"], "Cannot use --approve with kb: it has no such flag. See handrail kb --help"],
  ] as const
) {
  Deno.test(`parseCommandLine() refuses ${JSON.stringify(args)}`, () => {
    const error = assertThrows(() => parseCommandLine([...args]), UsageError);
    assertEquals(error.message, message);
  });
}

Deno.test("parseCommandLine() lets a command have just the flags that its help names, in both languages", () => {
  for (const command of COMMANDS) {
    for (const [name, args] of Object.entries(FLAGS)) {
      let taken = true;
      try {
        parseCommandLine([command, ...args]);
      } catch (error) {
        assert(error instanceof UsageError);
        taken = false;
      }
      for (const language of ["en", "zh"] as const) {
        // What every command takes stands in the help of the program.
        const topic = COMMON_FLAGS.some((common) => common === name) ? undefined : command;
        const named = new RegExp(`--${name}\\b`).test(helpText(topic, language));
        assertEquals([command, name, named], [command, name, taken]);
      }
    }
  }
});

Deno.test("parseCommandLine() never throws anything but UsageError", () => {
  const argument = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      ...COMMANDS,
      ...Object.values(FLAGS).flat(),
      "--",
      "-",
      "---",
      "--=",
      "-=x",
      "=",
      "true",
      "false",
    ),
    fc.constantFrom(
      "",
      "no-",
      "session.a",
      "_",
      "_.x",
      "__proto__",
      "constructor",
      "toString",
      "valueOf",
      "approve",
    )
      .map((name) => `--${name}`),
    fc.string().map((text) => `--${text}`),
    fc.string().map((text) => `-${text}`),
    fc.string().map((text) => `--no-${text}`),
  );
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 6 }), (args) => {
      try {
        const { operands, flags } = parseCommandLine(args);
        assert([...operands, ...flags.approve].every((word) => typeof word === "string"));
      } catch (error) {
        assert(error instanceof UsageError, String((error as Error)?.stack));
      }
    }),
    { numRuns: 2_000 },
  );
});
