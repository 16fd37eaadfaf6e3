import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess, type ProcessEnd, runHandrail } from "../_support/handrail_process.ts";
import { binaryTest, loneBinary } from "../_support/lone_binary.ts";

const BOOK = {
  "leave.md": "# 年假制度\n\n每位员工每年有 10 天带薪年假，入职满三年后为 15 天。\n",
  "travel.md": "# Travel\n\nThe company pays for a room of up to 550 yuan a night in first-tier cities.\n",
  "parking.txt": "The garage is in the basement. Visitors get a ticket at the gate.\n",
};

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

async function ingestBook(
  lone: { home: string; env: Readonly<Record<string, string>> },
): Promise<ProcessEnd> {
  const folder = join(lone.home, "docs");
  await Deno.mkdir(folder);
  for (const [name, text] of Object.entries(BOOK)) await Deno.writeTextFile(join(folder, name), text);
  return await runHandrail(["kb", "ingest", "docs"], lone);
}

binaryTest("the binary alone says its version and its commit, and writes nothing", async () => {
  await using lone = await loneBinary();
  const { code, stdout, stderr } = await runHandrail(["--version"], lone);
  assertMatch(stdout, /^handrail(-lite)? \d+\.\d+\.\d+ \([0-9a-f]{7}\+?\)\n$/);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(await namesIn(lone.home), []);
  assertEquals(await namesIn(lone.env["TMPDIR"] ?? ""), []);
});

binaryTest("the binary alone holds a conversation, and leaves nothing in the temporary folder", async () => {
  await using lone = await loneBinary();
  const { code, stdout } = await runHandrail(["chat"], {
    ...lone,
    input: "订单 A-1024 到哪了？\n我的住宿标准是多少\n",
  });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "订单 A-1024 已发货");
  assertEquals(await namesIn(lone.env["TMPDIR"] ?? ""), []);
});

binaryTest("the binary alone takes documents in and finds by meaning what no word gives away", async () => {
  await using lone = await loneBinary();
  const ingest = await ingestBook(lone);
  assertEquals([ingest.code, ingest.stderr.includes("cannot be loaded")], [0, false], ingest.stderr);
  const question = ["kb", "search", "休假能休几天", "--json"];
  const words = JSON.parse(
    (await runHandrail(question, { ...lone, env: { ...lone.env, HANDRAIL_EMBEDDER: "none" } })).stdout,
  );
  assertEquals(words.passages, []);
  const { stdout, stderr } = await runHandrail(question, lone);
  const { passages } = JSON.parse(stdout);
  assertEquals(passages[0].documentPath, join(lone.home, "docs", "leave.md"), stdout);
  // No second-best runtime took the place of the native one.
  assertEquals(stderr, "");
  // It sends nobody anything, and so has nothing to remember it by.
  assertEquals(await namesIn(join(lone.home, ".cache")), ["handrail"]);
  assertEquals(await namesIn(lone.env["TMPDIR"] ?? ""), []);
  const copies = await Array.fromAsync(Deno.readDir(join(lone.home, ".cache/handrail/copies")));
  assertEquals(copies.length, 1);
  assertEquals(
    ((await Deno.stat(join(lone.home, ".cache/handrail/copies", copies[0]?.name ?? ""))).mode ?? 0) & 0o777,
    0o700,
  );
});

binaryTest("the binary alone answers with a citation out of the documents", async () => {
  await using lone = await loneBinary();
  await ingestBook(lone);
  const { events } = await runHandrail(["run", "--json", "年假有几天？"], lone);
  const message = events.find(({ type }) => type === "message.completed");
  assertMatch(String(message?.["text"]), /10 天.*\[1\]/s);
  assertStringIncludes(JSON.stringify(message?.["citations"]), "年假制度");
});

binaryTest("the binary alone asks for an approval in JSON mode, and does what was allowed", async () => {
  await using lone = await loneBinary();
  await using program = HandrailProcess.start(["json"], lone);
  assertEquals((await program.next("session.started"))["protocol"], 1);
  await program.send({ id: "0", type: "initialize", protocol: 1, capabilities: { approvals: true } });
  await program.send({ id: "1", type: "prompt", text: "给 B-0001 退款，坏了" });
  const { request_id } = await program.next("approval.requested");
  await program.send({ id: "2", type: "approve", request_id, decision: "allow" });
  assertEquals((await program.next("tool.completed"))["status"], "ok");
  assertEquals((await program.next("turn.completed"))["status"], "completed");
  await program.closeInput();
  assertEquals((await program.end()).code, 0);
});

binaryTest("the binary alone writes one ticket when a request comes again after a restart", async () => {
  await using lone = await loneBinary();
  const options = { ...lone, env: { ...lone.env, IDEMPOTENCY_STORE: "kv" } };
  const request = ["run", "--session", "one", "Create a ticket, subject: cannot find my order"];
  const [first, second] = [await runHandrail(request, options), await runHandrail(request, options)];
  assertEquals([first.code, second.code], [0, 0], first.stderr);
  const ledger = await Deno.readTextFile(join(lone.home, ".local/state/handrail/ledger.jsonl"));
  assertEquals(ledger.trimEnd().split("\n").length, 1);
  const number = /TK-\d{8}-0001/.exec(first.stdout)?.[0];
  assert(number !== undefined && second.stdout.includes(number), second.stdout);
});

binaryTest("the binary alone passes its selftest", async () => {
  await using lone = await loneBinary();
  const { code, stdout } = await runHandrail(["selftest"], lone);
  assertEquals(code, 0, stdout);
});
