import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** What was done is kept, so that there is something to look into. */
const ENV = { IDEMPOTENCY_STORE: "kv" };
const REFUND = "把订单 B-0001 退款，原因是坏了";

/** Commands in an order in which each has something to tell; `…` is a command that tells it in lines. */
const COMMANDS = `
  kb ingest notes.md
  kb ingest notes.md --dry-run
  kb search 年假几天
  kb search qwertz
  kb info
  kb verify
  kb export
  … run 年假有几天？ --session s1
  … run ${REFUND} --session s1 --approve order_refund
  tools list
  tools stats
  tools lint
  sessions list
  sessions show s1
  sessions trace s1
  sessions rename s1 Refunds
  sessions fork s1 s2
  sessions export s1
  sessions remove s2 --yes
  models list
  approvals list --session s1
  idempotency list
  breaker list
  breaker reset
  … replay samples
  doctor
  selftest
  kb remove notes.md
`;

Deno.test("every --json output is JSON to the last byte (T9)", async () => {
  await using folder = await tempFolder();
  const home = folder.path;
  await Deno.writeTextFile(join(home, "notes.md"), "# 年假\n每位员工每年 10 天年假。\n");
  const samples = new URL("../../samples/recordings", import.meta.url).pathname;
  for (const line of COMMANDS.trim().split("\n")) {
    const words = line.trim().split(" ");
    const inLines = words[0] === "…";
    const args = words.slice(inLines ? 1 : 0).map((word) =>
      word === "notes.md" ? join(home, word) : word === "samples" ? samples : word
    );
    const { code, stdout } = await runHandrail([...args, "--json"], { home, env: ENV });
    assertEquals([line, code], [line, 0]);
    const documents = inLines ? stdout.trimEnd().split("\n") : [stdout];
    for (const document of documents) assertEquals(typeof JSON.parse(document), "object", line);
  }
});

Deno.test("a command that fails before it has anything to tell writes nothing but JSON, too (T9)", async () => {
  await using folder = await tempFolder();
  for (
    const args of [
      ["kb", "ingest", "gone"],
      ["kb", "search"],
      ["sessions", "show", "gone"],
      ["sessions", "rename", "gone", "Title"],
      ["approvals", "list", "--session", "gone"],
      ["approvals", "withdraw", "--session", "gone"],
      ["idempotency", "forget", "gone"],
      ["replay", "gone"],
      ["nosuch"],
    ]
  ) {
    const { code, stdout, stderr } = await runHandrail([...args, "--json"], { home: folder.path, env: ENV });
    assertEquals([args, code > 0, stdout, stderr.startsWith("handrail: ")], [args, true, "", true]);
  }
});

Deno.test("run --output json is one document also where no turn could begin (T10, T34)", async () => {
  await using folder = await tempFolder();
  for (
    const [args, exitCode, errorCode] of [
      [["--output", "json", "--model", "openai:gpt-4o", "Hi"], 3, "auth"],
      [["--output=json", "--profile", "sales", "Hi"], 2, "bad_request"],
      [["--output", "json", "--nosuch", "Hi"], 2, "bad_request"],
      [["--output", "json", ""], 2, "bad_request"],
    ] as const
  ) {
    const { code, stdout, stderr } = await runHandrail(["run", "--session", "mine", ...args], {
      home: folder.path,
    });
    const { type, session_id, status, stop_reason, text, error, usage } = JSON.parse(stdout);
    assertEquals(
      [code, type, session_id, status, stop_reason, text, error.code, usage.turn.total_tokens, stderr],
      [exitCode, "turn.completed", "mine", "failed", "not_started", "", errorCode, 0, ""],
    );
  }
});

Deno.test("run --json names the session that was asked for, also where it could not begin (T34)", async () => {
  await using folder = await tempFolder();
  const run = async (session: string) => {
    const args = ["run", "--json", "--session", session, "--model", "openai:gpt-4o", "Hi"];
    const { code, events } = await runHandrail(args, { home: folder.path });
    assertEquals([code, events.map(({ type }) => type)], [3, ["session.started", "error", "session.ended"]]);
    return new Set(events.map(({ session_id }) => session_id));
  };
  assertEquals(await run("mine"), new Set(["mine"]));
  // What is no id is answered under one that could be.
  const [id] = await run("../mine");
  assertEquals(/^ses_[0-9a-f]{20}$/.test(String(id)), true);
});

Deno.test("a session that cannot be read is told to programs in their own terms (T17)", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(join(folder.path, "sessions"));
  const newer = '{"type":"session","version":99,"id":"mine"}\n';
  await Deno.writeTextFile(join(folder.path, "sessions/mine.jsonl"), newer);
  const why =
    "Cannot open session mine: it is written in version 99, and this program reads 1. Update Handrail";
  const run = (...args: string[]) =>
    runHandrail([...args, "--session", "mine"], {
      home: folder.path,
      env: { HANDRAIL_STATE: folder.path },
    });
  for (const args of [["json"], ["run", "--json", "Hi"], ["service", "--json"]]) {
    const { code, events, stderr } = await run(...args);
    assertEquals(
      [args, code, stderr, ...events.map(({ type, message, exit_code }) => [type, message ?? exit_code])],
      [args, 1, "", ["session.started", undefined], ["error", why], ["session.ended", 1]],
    );
  }
  const { code, stdout, stderr } = await run("run", "--output", "json", "Hi");
  const { session_id, status, error } = JSON.parse(stdout);
  assertEquals([code, session_id, status, error.message, stderr], [
    1,
    "mine",
    "failed",
    why,
    "",
  ]);
});
