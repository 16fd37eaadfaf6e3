import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "node:path";
import type { ModelMessage } from "ai";
import { openGrants } from "../../../agent/open_grants.ts";
import { SessionFile } from "../../../agent/sessions/session_file.ts";
import type { ApprovalGrant } from "../../../shells/approval_grants.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const HELLO: ModelMessage = { role: "user", content: "你好\n\u2028" };
const ANSWER: ModelMessage = { role: "assistant", content: [{ type: "text", text: "您好。" }] };

Deno.test("a session file keeps messages in order, readable by its owner only", async () => {
  await using folder = await tempFolder();
  const sessions = join(folder.path, "state", "sessions");
  const file = new SessionFile(sessions, "ses_1");
  assertEquals(await file.load(), undefined);
  await file.append([HELLO]);
  await file.append([ANSWER]);
  assertEquals(await new SessionFile(sessions, "ses_1").load(), {
    messages: [HELLO, ANSWER],
    epoch: 0,
    grants: [],
    aliases: [],
    skippedLines: 0,
    tornTail: false,
    unknownOutcomes: [],
  });
  assertEquals(((await Deno.stat(join(sessions, "ses_1.jsonl"))).mode ?? 0) & 0o777, 0o600);
  assertEquals(((await Deno.stat(sessions)).mode ?? 0) & 0o777, 0o700);
});

Deno.test("a session file skips foreign lines in the middle and counts them (T35)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "s.jsonl");
  const file = new SessionFile(folder.path, "s");
  await file.append([HELLO]);
  await Deno.writeTextFile(path, '{"type":"other"}\nnot json\n{"type":"message","mess\n', { append: true });
  await file.append([ANSWER]);
  const stored = await file.load();
  assertEquals(stored?.messages, [HELLO, ANSWER]);
  assertEquals([stored?.skippedLines, stored?.tornTail], [3, false]);
});

Deno.test("a torn last line is cut off, told of once and kept beside the file (T35)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "s.jsonl");
  const file = new SessionFile(folder.path, "s");
  await file.append([HELLO]);
  const whole = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, '{"type":"message","mess', { append: true });
  const stored = await new SessionFile(folder.path, "s").load();
  assertEquals([stored?.messages, stored?.tornTail, stored?.skippedLines], [[HELLO], true, 0]);
  assertEquals(await Deno.readTextFile(path), whole);
  assertEquals(await Deno.readTextFile(`${path}.torn`), '{"type":"message","mess\n');
  assertEquals(((await Deno.stat(`${path}.torn`)).mode ?? 0) & 0o777, 0o600);
  assertEquals((await file.load())?.tornTail, false);
});

Deno.test("a line is never written behind a torn one (T35)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "s.jsonl");
  const file = new SessionFile(folder.path, "s");
  await file.append([HELLO]);
  await Deno.writeTextFile(path, '{"type":"mess', { append: true });
  await file.append([ANSWER]);
  assertEquals((await file.load())?.messages, [HELLO, ANSWER]);
  assertEquals((await file.load())?.skippedLines, 0);
});

Deno.test("a session file begins with its version (T17)", async () => {
  await using folder = await tempFolder();
  await new SessionFile(folder.path, "s").append([HELLO]);
  const [first] = (await Deno.readTextFile(join(folder.path, "s.jsonl"))).split("\n");
  assertEquals(first, '{"type":"session","version":1,"id":"s"}');
});

Deno.test("a session file from before there were versions is read and continued (T17)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "s.jsonl");
  await Deno.writeTextFile(path, '{"type":"message","message":{"role":"user","content":"hi"}}\n');
  const file = new SessionFile(folder.path, "s");
  await file.append([ANSWER]);
  assertEquals((await file.load())?.messages, [{ role: "user", content: "hi" }, ANSWER]);
});

Deno.test("a session that a newer program wrote is refused, not misread (T17)", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "s.jsonl"), '{"type":"session","version":2,"id":"s"}\n');
  await assertRejects(() => new SessionFile(folder.path, "s").load(), Error, "Update Handrail");
});

Deno.test("a session file keeps the latest epoch (H13)", async () => {
  await using folder = await tempFolder();
  const file = new SessionFile(folder.path, "s");
  await file.append([HELLO]);
  await file.keep({ type: "epoch", epoch: 1 });
  await file.keep({ type: "epoch", epoch: 2 });
  await file.append([ANSWER]);
  assertEquals(await file.load(), {
    messages: [HELLO, ANSWER],
    epoch: 2,
    grants: [],
    aliases: [],
    skippedLines: 0,
    tornTail: false,
    unknownOutcomes: [],
  });
});

Deno.test("a session's id is a file's name and nothing else", () => {
  for (const id of ["", "../x", "a/b", "a b", "x".repeat(65), "会话"]) {
    assertThrows(() => new SessionFile("/tmp", id), TypeError, "is no session id");
  }
});

Deno.test("a file that a kill cut at any byte is read up to there, and continued (T35)", async () => {
  await using folder = await tempFolder();
  await new SessionFile(folder.path, "whole").append([HELLO, ANSWER]);
  const whole = await Deno.readFile(join(folder.path, "whole.jsonl"));
  // The file's first line has 44 bytes, HELLO's line 69 and ANSWER's 97, each with its line feed.
  assertEquals(whole.length, 44 + 69 + 97);
  for (let length = 0; length <= whole.length; length++) {
    const id = `cut_${length}`;
    await Deno.writeFile(join(folder.path, `${id}.jsonl`), whole.subarray(0, length));
    const file = new SessionFile(folder.path, id);
    const kept = [HELLO, ANSWER].slice(0, length < 113 ? 0 : length < 210 ? 1 : 2);
    const stored = await file.load();
    assertEquals([stored?.messages, stored?.tornTail], [kept, ![0, 44, 113, 210].includes(length)], id);
    await file.append([ANSWER]);
    assertEquals((await file.load())?.messages, [...kept, ANSWER], id);
  }
});

Deno.test("what is kept stands in the order in which it was said, whether or not it was waited for", async () => {
  await using folder = await tempFolder();
  const file = new SessionFile(folder.path, "ses_1");
  const epochs = Array.from({ length: 60 }, (_, epoch) => epoch);
  await Promise.all(epochs.map((epoch) => file.keep({ type: "epoch", epoch })));
  const lines = await file.read();
  assertEquals(
    lines?.records.flatMap((record) => record.type === "epoch" ? [record.epoch] : []),
    epochs,
  );
});

Deno.test("a permission that one process takes back does not return with what another one is given", async () => {
  await using folder = await tempFolder();
  const at = "2026-03-01T09:00:00.000Z";
  const [refund, cancel] = ["order_refund", "order_cancel"].map((tool) => ({ tool, rule: "high_risk", at }));
  const file = new SessionFile(folder.path, "ses_1");
  const open = (log: SessionFile) =>
    openGrants({ clock: new FakeClock(Date.parse(at)), log, grants: [refund, cancel] as ApprovalGrant[] });
  await file.keep({ type: "grants", grants: [refund, cancel] as ApprovalGrant[] });
  const [one, other] = [new SessionFile(folder.path, "ses_1"), new SessionFile(folder.path, "ses_1")];
  open(one).withdraw("order_refund");
  await one.append([]);
  // The other one does not know, and is in the middle of a turn.
  open(other).add("ticket_create", "configured");
  await other.append([]);
  assertEquals((await file.load())?.grants, [
    cancel as ApprovalGrant,
    { tool: "ticket_create", rule: "configured", at },
  ]);
});

/** A session in which a write runs, and a second reader of it. */
async function runningWrite(folder: string) {
  const first = new SessionFile(folder, "ses_1");
  const options = { signal: new AbortController().signal, onWait: () => {} };
  const turn = await first.beginTurn(options);
  await first.append([HELLO]);
  const call = { type: "tool-call", toolCallId: "c1", toolName: "ticket_create", input: {} } as const;
  await first.keep({ type: "tool.started", call });
  const clock = new FakeClock();
  const second = new SessionFile(folder, "ses_1", { clock });
  const loading = second.load();
  // The lock is waited for as long as somebody has it.
  while (clock.pendingTimers === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  return { first, turn, second, loading, clock, options };
}

Deno.test("a write that a living process is still doing has no unknown outcome (T35)", async () => {
  await using folder = await tempFolder();
  const { turn, loading, clock } = await runningWrite(folder.path);
  clock.advance(250);
  const stored = await loading;
  assertEquals([stored?.messages, stored?.unknownOutcomes], [[HELLO], []]);
  turn.end();
});

Deno.test("a write whose process dies after somebody else has opened the session is told of in the next turn (T35)", async () => {
  await using folder = await tempFolder();
  const { turn, second, loading, clock, options } = await runningWrite(folder.path);
  clock.advance(250);
  await loading;
  // As the system does for a process that dies: nothing more is written.
  turn.end();
  const next = await second.beginTurn(options);
  assertEquals([next.changed?.messages.length, next.changed?.unknownOutcomes], [3, ["ticket_create"]]);
  next.end();
});

Deno.test("a write that ends while the session is opened has the outcome that it had (T35)", async () => {
  await using folder = await tempFolder();
  const { first, turn, loading } = await runningWrite(folder.path);
  const result = {
    type: "tool-result",
    toolCallId: "c1",
    toolName: "ticket_create",
    output: { type: "json", value: { status: "success" } },
  } as const;
  await first.keep({ type: "tool.completed", result });
  turn.end();
  const stored = await loading;
  assertEquals([stored?.unknownOutcomes, stored?.messages.at(-1)], [[], { role: "tool", content: [result] }]);
});

Deno.test("a session that cannot be read is named, with the way out; where there can be no file there is no session", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "ses_1.jsonl");
  await Deno.symlink(path, path);
  await assertRejects(
    () => new SessionFile(folder.path, "ses_1").load(),
    Error,
    `Cannot read ${path}: Too many levels of symbolic links (os error 40). ` +
      "Make it readable, or set HANDRAIL_STATE to a folder of your own",
  );
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  assertEquals(await new SessionFile(join(file, "sessions"), "ses_1").load(), undefined);
});
