import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  binaryPath,
  freshEnvironment,
  handrailCommand,
  HandrailProcess,
  runHandrail,
} from "../_support/handrail_process.ts";
import { modelAt } from "../_support/model_at.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const STATUS = "Order A-1024 is shipped and should arrive in 2 days.";

Deno.test("run prints the answer on standard output and the rest on standard error", async () => {
  await using folder = await tempFolder();
  const { code, stdout, stderr } = await runHandrail(["run", "Where is order A-1024?"], {
    home: folder.path,
  });
  assertEquals([code, stdout], [0, `${STATUS}\n`]);
  assertStringIncludes(stderr, "⚙ order_query_status ✓ ok");
});

Deno.test("run says that the bundled samples answer, when they do", async () => {
  await using folder = await tempFolder();
  const order = await runHandrail(["run", "Where is order A-1024?"], { home: folder.path });
  assert(!order.stderr.includes("bundled samples"));
  const policy = await runHandrail(["run", "出差住宿标准是多少？"], { home: folder.path });
  assertStringIncludes(policy.stderr, "bundled samples");
  assertStringIncludes(policy.stdout, "550");
});

Deno.test("run leaves an open standard input alone when the text is an argument (T1)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["run", "Where is order A-1024?"], { home: folder.path });
  // Standard input stays open all the while.
  const { code, stdout } = await program.end();
  assertEquals([code, stdout], [0, `${STATUS}\n`]);
});

Deno.test("run with an empty text says so, and does not wait for an open pipe (T1)", async () => {
  await using folder = await tempFolder();
  for (const text of ["", "  "]) {
    await using program = HandrailProcess.start(["run", text], { home: folder.path });
    // Standard input stays open all the while.
    const { code, stderr } = await program.end();
    assertEquals(code, 2);
    assertStringIncludes(stderr, "Cannot run: no text was given");
  }
});

Deno.test("run works without a terminal, a controlling process and a standard input (T2, T3)", async () => {
  await using folder = await tempFolder();
  const command = handrailCommand(["run", "Where is order A-1024?"]);
  const quoted = [command.program, ...command.args].map((word) => `'${word}'`).join(" ");
  const { code, stdout } = await new Deno.Command("setsid", {
    args: ["--wait", "bash", "-c", `${quoted} <&-`],
    clearEnv: true,
    env: freshEnvironment({ home: folder.path }),
    stdin: "null",
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, `${STATUS}\n`]);
});

Deno.test("run reads its text from standard input when it is - or missing", async () => {
  await using folder = await tempFolder();
  for (const args of [["run"], ["run", "-"]]) {
    const { stdout } = await runHandrail(args, { home: folder.path, input: "订单 A-1024 到哪了？\n" });
    assertEquals(stdout, "订单 A-1024 已发货，预计 2 天后送达。\n");
  }
  const empty = await runHandrail(["run"], { home: folder.path, input: " \n" });
  assertEquals([empty.code, empty.stdout], [2, ""]);
  assertStringIncludes(empty.stderr, "standard input is empty");
});

Deno.test("run --output json names the session, also on failure (T34)", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ reply: () => "key" });
  const env = modelAt(server.url);
  const args = ["run", "Hi", "--output", "json", "--session", "ses_mine"];
  const { code, stdout } = await runHandrail(args, { home: folder.path, env });
  const { type, session_id, status } = JSON.parse(stdout);
  assertEquals([code, type, session_id, status], [3, "turn.completed", "ses_mine", "failed"]);
});

Deno.test("run --output json prints exactly one document (T10)", async () => {
  await using folder = await tempFolder();
  const args = ["run", "Where is order A-1024?", "--output", "json"];
  const { code, stdout } = await runHandrail(args, { home: folder.path });
  assertEquals(code, 0);
  assertEquals(stdout.trimEnd().split("\n").length, 1);
  const turn = JSON.parse(stdout);
  assertEquals([turn.type, turn.status, turn.text], ["turn.completed", "completed", STATUS]);
});

Deno.test("run --json prints the events of JSON mode, and the session's id also on failure (T9, T34)", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ reply: () => new Response("no", { status: 401 }) });
  const { code, events, stdout } = await runHandrail(["run", "hello", "--json", "--session", "s1"], {
    home: folder.path,
    env: { HANDRAIL_MODEL: "openai:m", OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" },
  });
  assertEquals(code, 3);
  assertEquals(stdout.trimEnd().split("\n").length, events.length);
  assertEquals(new Set(events.map(({ session_id }) => session_id)), new Set(["s1"]));
  assertEquals(events.at(-1)?.exit_code, 3);
});

Deno.test("run denies what nobody can approve, says so, and exits 4 (T19, T20, T21, T23)", async () => {
  await using folder = await tempFolder();
  const text = "把订单 B-0001 退款，原因是坏了";
  const denied = await runHandrail(["run", text], { home: folder.path });
  assertEquals(denied.code, 4);
  assertStringIncludes(denied.stderr, "order_refund ✗ denied");
  assertStringIncludes(denied.stdout, "--approve");
  const allowed = await runHandrail(["run", text, "--approve", "order_refund"], { home: folder.path });
  assertEquals([allowed.code, allowed.stdout], [0, "订单 B-0001 已退款 899 CNY。\n"]);
});

Deno.test("run asks in its answer when nobody is there to be asked (T26)", async () => {
  await using folder = await tempFolder();
  const { code, stdout } = await runHandrail(["run", "我的订单到哪了"], { home: folder.path });
  assertEquals([code, stdout], [0, "请问您的订单号是多少？（形如 A-1024）\n"]);
});

Deno.test("run continues a session by its id", async () => {
  await using folder = await tempFolder();
  const session = ["--session", "s2"];
  await runHandrail(["run", "我的订单到哪了", ...session], { home: folder.path });
  const { stdout } = await runHandrail(["run", "A-1024", ...session], { home: folder.path });
  assertEquals(stdout, "订单 A-1024 已发货，预计 2 天后送达。\n");
  const file = await Deno.stat(join(folder.path, ".local/state/handrail/sessions/s2.jsonl"));
  assertEquals((file.mode ?? 0) & 0o777, 0o600);
});

Deno.test("run keeps the error off standard output (T28)", async () => {
  await using folder = await tempFolder();
  const { code, stdout, stderr } = await runHandrail(["run", "hello"], {
    home: folder.path,
    env: { HANDRAIL_MODEL: "openai:m", OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_API_KEY: "k" },
  });
  assertEquals([code, stdout], [6, ""]);
  assertStringIncludes(stderr, "Cannot reach the model");
});

Deno.test("run ends on SIGINT with 130 and a cancelled turn (T29)", async () => {
  await using folder = await tempFolder();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<Response>();
  await using server = startModelServer({
    reply: () => {
      asked.resolve();
      return held.promise;
    },
  });
  await using program = HandrailProcess.start(["run", "hello", "--json"], {
    home: folder.path,
    env: { HANDRAIL_MODEL: "openai:m", OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" },
  });
  await asked.promise;
  program.kill("SIGINT");
  const { code, events } = await program.end();
  held.resolve(new Response("late"));
  assertEquals(code, 130);
  assertEquals(events.at(-2)?.status, "cancelled");
  assertEquals(events.at(-1)?.exit_code, 130);
});

Deno.test("run explains a wrong call on standard error and exits 2", async () => {
  await using folder = await tempFolder();
  const cases: [string[], string][] = [
    [["fly"], "no such command"],
    [["run", "x", "--frobnicate"], "--frobnicate"],
    [["run", "x", "--output", "xml"], "no such output"],
    [["run", "x", "--approve", "nothing"], "nothing"],
    [["run", "x", "--session", "a/b"], "a/b"],
    [["run", "x", "--model"], "--model"],
    [["tools"], "tools list"],
    [["kb", "search"], "kb search TEXT"],
    [["chat", "hello"], "handrail run"],
  ];
  for (const [args, mention] of cases) {
    const { code, stdout, stderr } = await runHandrail(args, { home: folder.path });
    assertEquals([code, stdout], [2, ""], args.join(" "));
    assertStringIncludes(stderr, mention);
    assert(!stderr.includes("    at "), "no stack");
  }
});

Deno.test("what ends the program is told without what drives a terminal, whatever a path holds", async () => {
  await using folder = await tempFolder();
  const { code, stderr } = await runHandrail(["replay", "no\x1b[2Jfile"], { home: folder.path });
  assertEquals(
    [code, stderr],
    [
      2,
      "handrail: Cannot replay no[2Jfile: there is no such file or folder. Name a recording, or a folder of them\n",
    ],
  );
});

Deno.test("a wrong call is told in JSON lines to whoever reads those", async () => {
  await using folder = await tempFolder();
  const cases: [string[], Record<string, string>, string][] = [
    [["json", "--frobnicate"], {}, "--frobnicate"],
    [["json", "hello"], {}, "hello"],
    [["json"], { IDEMPOTENCY_STORE: "floppy" }, "floppy"],
    [["run", "--json", "hi", "--profile", "boss"], {}, "boss"],
  ];
  for (const [args, env, mention] of cases) {
    const { code, stdout, events } = await runHandrail(args, { home: folder.path, env });
    assertEquals(events.map(({ type }) => type), ["session.started", "error", "session.ended"], mention);
    assertStringIncludes(String(events[1]?.message), mention);
    assertEquals([code, events[2]?.exit_code, stdout.split("\n").length], [2, 2, 4]);
  }
});

Deno.test("a setting that means nothing does not keep the version from being told", async () => {
  await using folder = await tempFolder();
  const { code } = await runHandrail(["--version"], {
    home: folder.path,
    env: { IDEMPOTENCY_STORE: "floppy" },
  });
  assertEquals(code, 0);
});

Deno.test("every command has help in both languages, and --version is one line", async () => {
  await using folder = await tempFolder();
  for (const command of ["chat", "run", "json", "kb", "tools", "selftest", "schema"]) {
    const english = await runHandrail([command, "--help"], { home: folder.path });
    assertEquals(english.code, 0);
    assertStringIncludes(english.stdout, `handrail ${command}`);
    const chinese = await runHandrail(["help", command], { home: folder.path, env: { LANG: "zh_CN.UTF-8" } });
    assert(/\p{Script=Han}/u.test(chinese.stdout), command);
  }
  const { stdout } = await runHandrail(["--version"], { home: folder.path });
  // A binary says what it was compiled from.
  assertMatch(stdout, binaryPath() ? /^handrail 0\.1\.0 \([0-9a-f]{7}\+?\)\n$/ : /^handrail 0\.1\.0\n$/);
});

Deno.test("kb ingest, search and info work on the user's own documents", async () => {
  await using folder = await tempFolder();
  const home = folder.path;
  await Deno.mkdir(join(home, "docs"));
  await Deno.writeTextFile(join(home, "docs/leave.md"), "# 年假\n每位员工每年 10 天年假。\n");
  await Deno.writeFile(join(home, "docs/bad.md"), new Uint8Array([0x80, 0xff, 0xff, 0x00]));
  const first = await runHandrail(["kb", "ingest", join(home, "docs")], { home });
  assertEquals(first.code, 1);
  assertStringIncludes(first.stdout, "1 added, 0 changed, 0 removed, 0 unchanged, 0 skipped, 1 failed");
  assertStringIncludes(first.stdout, "bad.md");
  await Deno.remove(join(home, "docs/bad.md"));
  const again = await runHandrail(["kb", "ingest", join(home, "docs")], { home });
  assertEquals(again.code, 0);
  assertStringIncludes(again.stdout, "0 added, 0 changed, 0 removed, 1 unchanged");
  assertStringIncludes(
    (await runHandrail(["kb", "search", "年假"], { home })).stdout,
    "每位员工每年 10 天年假。",
  );
  assertStringIncludes((await runHandrail(["kb", "info"], { home })).stdout, "documents  1");
  const answer = await runHandrail(["run", "年假有几天？"], { home });
  assertStringIncludes(answer.stdout, "每位员工每年 10 天年假。");
  assertStringIncludes(answer.stdout, "[1]");
});

Deno.test("selftest passes, and needs neither a home nor a key", async () => {
  await using folder = await tempFolder();
  const { code, stdout } = await runHandrail(["selftest"], { home: folder.path });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "9 passed, 0 failed");
  assertEquals([...Deno.readDirSync(folder.path)], []);
});

Deno.test("run --json leaves out the events that --opt-out names, and refuses one that is needed", async () => {
  await using folder = await tempFolder();
  const args = ["run", "--json", "Where is order A-1024?", "--opt-out"];
  const { code, events } = await runHandrail([...args, "message.delta,tool.started"], { home: folder.path });
  assertEquals([code, events.map(({ type }) => type)], [0, [
    "session.started",
    "turn.started",
    "tool.completed",
    "message.completed",
    "turn.completed",
    "session.ended",
  ]]);
  const refused = await runHandrail([...args, "turn.completed"], { home: folder.path });
  assertEquals([refused.code, refused.events.map(({ type }) => type)], [2, [
    "session.started",
    "error",
    "session.ended",
  ]]);
});

// "订单 A-1024 到哪了" in GB18030.
const GB18030 = Uint8Array.fromHex("b6a9b5a520412d3130323420b5bdc4c4c1cb");

Deno.test("run reads standard input in GB18030 where Chinese is read, and says so (T39)", async () => {
  await using folder = await tempFolder();
  const { code, stdout, stderr } = await runHandrail(["run", "-"], {
    home: folder.path,
    input: GB18030,
    env: { LANG: "zh_CN.UTF-8" },
  });
  assertEquals([code, stdout], [0, "订单 A-1024 已发货，预计 2 天后送达。\n"]);
  assertStringIncludes(stderr, "注意：标准输入不是 UTF-8，已按 GB18030 读取");
});

Deno.test("run refuses what is no UTF-8 elsewhere, unless its encoding is named (T39)", async () => {
  await using folder = await tempFolder();
  const options = { home: folder.path, input: GB18030, env: { LANG: "en_US.UTF-8" } };
  const refused = await runHandrail(["run", "-"], options);
  assertEquals([refused.code, refused.stdout], [2, ""]);
  assertStringIncludes(refused.stderr, "Cannot read standard input: it is no text in UTF-8");
  const named = await runHandrail(["run", "-", "--encoding", "gbk"], options);
  assertEquals([named.code, named.stdout], [0, "订单 A-1024 已发货，预计 2 天后送达。\n"]);
  assertEquals(named.stderr.includes("GB18030"), false);
});

Deno.test("run --json refuses what is no UTF-8 as an event, and names the way out (T39)", async () => {
  await using folder = await tempFolder();
  const { code, events } = await runHandrail(["run", "--json", "-"], {
    home: folder.path,
    input: GB18030,
    env: { LANG: "en_US.UTF-8" },
  });
  assertEquals([code, events.map(({ type }) => type)], [2, ["session.started", "error", "session.ended"]]);
  assertEquals(events[1]?.code, "bad_request");
  assertStringIncludes(String(events[1]?.message), "--encoding gb18030");
});
