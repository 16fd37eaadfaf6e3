import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DeskProcess } from "../_support/desk_process.ts";
import { freshEnvironment, handrailCommand, runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const SAMPLES = join(ROOT, "samples", "recordings");
const isBinary = Deno.env.get("HANDRAIL_BINARY") !== undefined;

Deno.test("the sample recordings replay without a difference, against the tools and against the offline model", async () => {
  await using folder = await tempFolder();
  for (const against of [[], ["--model", "offline"]]) {
    // What is configured here counts for nothing.
    const { code, stdout, stderr } = await runHandrail(["replay", SAMPLES, "--json", ...against], {
      home: folder.path,
      env: { AGENT_GUARD_PII: "1", AGENT_CONFIRM_TOOLS: "none", LANG: "zh_CN.UTF-8", TZ: "Asia/Tokyo" },
    });
    const summary = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    assertEquals([code, summary.recordings, summary.same, summary.differences, stderr], [0, 13, 13, 0, ""]);
  }
  // A replay leaves nothing behind, but for the documents that a binary copies out to read.
  const left = [...Deno.readDirSync(folder.path)].map(({ name }) => name);
  assertEquals(left, isBinary ? [".cache"] : []);
});

Deno.test("a session of the program replays as it was, also what was asked twice of two processes", async () => {
  await using folder = await tempFolder();
  const options = { home: folder.path };
  const recording = join(folder.path, "mine.recording.json");
  for (
    const request of [
      "Create a ticket, subject: cannot find my order, call 13800138000",
      "Create a ticket, subject: cannot find my order, call 13800138000",
      "Show me the tracking history of A-1024",
      "What is the refund policy?",
      "Refund order B-0001, reason: it is broken",
    ]
  ) {
    await runHandrail(["run", "--session", "mine", request], options);
  }
  const exported = await runHandrail(
    ["sessions", "export", "mine", "--format", "recording", "--output", recording],
    options,
  );
  assertEquals([exported.code, exported.stdout], [0, ""]);
  assertEquals((await Deno.readTextFile(recording)).includes("13800138000"), false);
  const { code, stdout } = await runHandrail(["replay", recording], options);
  assertEquals(code, 0, stdout);
  assertStringIncludes(stdout, "(5 turns, 5 calls)");
});

Deno.test("recorded writes reach a real back end only when somebody says so", async () => {
  await using folder = await tempFolder();
  await using desk = await DeskProcess.start({ books: join(folder.path, "books.jsonl") });
  const options = { home: folder.path, env: { HANDRAIL_DESK_URL: desk.url } };
  const ticket = join(SAMPLES, "ticket-repeated-zh.recording.json");
  assertEquals((await runHandrail(["replay", ticket], options)).code, 0);
  const unasked = await runHandrail(["replay", ticket, "--desk", "real"], options);
  assertEquals(unasked.code, 2);
  assertStringIncludes(unasked.stderr, "nobody can be asked. Add --yes if they may");
  assertEquals(await desk.entries(), []);
  const { code, stdout } = await runHandrail(["replay", ticket, "--desk", "real", "--yes"], options);
  assertEquals(code, 0, stdout);
  // The repeat is answered from the records there as well.
  assertEquals((await desk.entries()).length, 1);
});

/** What a program needs to run, without the tests. */
const SOURCES = ["agent", "cli", "jsr", "kb", "samples", "shells", "tools"];

async function scratchCopy(to: string): Promise<void> {
  const copy = new Deno.Command("cp", {
    args: ["-r", ...[...SOURCES, "main.ts", "deno.json", "deno.lock"].map((name) => join(ROOT, name)), to],
  });
  assertEquals((await copy.output()).code, 0);
}

/** A line of `replay --json`. */
type Line = { readonly type: string; readonly [field: string]: unknown };

/** Replays the samples with the program that stands in a folder. */
async function replayIn(copy: string, home: string): Promise<Line[]> {
  const { program, args } = handrailCommand(["replay", join(copy, "samples", "recordings"), "--json"]);
  const command = new Deno.Command(program, {
    args: args.map((arg) => arg.replace(`${ROOT}main.ts`, join(copy, "main.ts"))),
    clearEnv: true,
    env: freshEnvironment({ home }),
  });
  const { stdout } = await command.output();
  return new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  assertEquals(text.split(from).length, 2, `${path} holds ${from} once`);
  await Deno.writeTextFile(path, text.replace(from, to));
}

Deno.test({
  name: `in a scratch copy, one changed description or output is the one difference${
    isBinary ? " (skipped: a binary has no sources)" : ""
  }`,
  ignore: isBinary,
  fn: async () => {
    await using folder = await tempFolder();
    await using home = await tempFolder();
    await scratchCopy(folder.path);
    const tool = join(folder.path, "tools", "handoff_create.ts");
    await edit(tool, '"The user asks for a human,', '"The customer asks for a human,');
    const described = await replayIn(folder.path, home.path);
    const found = described.flatMap(({ differences }) => Array.isArray(differences) ? differences : []);
    assertEquals(new Set(found.map((difference) => JSON.stringify(difference))).size, 1);
    const { kind, path, now } = found[0] ?? {};
    assertEquals([kind, path, String(now).slice(0, 40)], [
      "description",
      "description.0",
      "When to use: The customer asks for a hum",
    ]);
    assertEquals([described.at(-1)?.different, described.at(-1)?.differences], [13, 1]);

    await edit(tool, '"The customer asks for a human,', '"The user asks for a human,');
    await edit(join(folder.path, "tools", "order_wording.ts"), 'delivered: "已签收"', 'delivered: "已送达"');
    const answered = await replayIn(folder.path, home.path);
    assertEquals(
      answered.filter(({ type, status }) => type === "recording" && status !== "same")
        .map(({ file, differences }) => [String(file).split("/").at(-1), differences]),
      [["ask-first-zh.recording.json", [{
        kind: "output",
        turn: 1,
        call: 2,
        tool: "order_query_status",
        path: "output.summary",
        recorded: "订单 B-0001 已签收。",
        now: "订单 B-0001 已送达。",
      }]]],
    );
  },
});

Deno.test("tools lint finds nothing wrong with our own tools, offline", async () => {
  await using folder = await tempFolder();
  const { code, stdout } = await runHandrail(["tools", "lint", "--strict"], { home: folder.path });
  assertEquals(code, 0, stdout);
  assertStringIncludes(stdout, "0 errors, 0 warnings\n");
});
