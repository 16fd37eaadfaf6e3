import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import type { ModelMessage } from "ai";
import { SessionFile } from "../../agent/session_file.ts";
import { tempFolder } from "../_support/temp_folder.ts";

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
  });
  assertEquals(((await Deno.stat(join(sessions, "ses_1.jsonl"))).mode ?? 0) & 0o777, 0o600);
  assertEquals(((await Deno.stat(sessions)).mode ?? 0) & 0o777, 0o700);
});

Deno.test("a session file skips torn and foreign lines, counts them, and is appended to safely (T35)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "s.jsonl");
  const file = new SessionFile(folder.path, "s");
  await file.append([HELLO]);
  await Deno.writeTextFile(path, '{"type":"other"}\nnot json\n{"type":"message","mess', { append: true });
  await file.append([ANSWER]);
  assertEquals(await file.load(), {
    messages: [HELLO, ANSWER],
    epoch: 0,
    grants: [],
    aliases: [],
    skippedLines: 3,
  });
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
  });
});

Deno.test("a session's id is a file's name and nothing else", () => {
  for (const id of ["", "../x", "a/b", "a b", "x".repeat(65), "会话"]) {
    assertThrows(() => new SessionFile("/tmp", id), TypeError, "is no session id");
  }
});
