import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { aliasPurpose } from "../../../agent/alias_purpose.ts";
import { parseRecording } from "../../../agent/recording/recording.ts";
import { SessionFile } from "../../../agent/sessions/session_file.ts";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { resumeCommand } from "../../../cli/commands/resume.ts";
import { sessionsCommand } from "../../../cli/commands/sessions.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { createSealer } from "../../../shells/seal.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

const CALL = {
  type: "tool-call",
  toolCallId: "c1",
  toolName: "order_query_status",
  input: { orderId: "A-1024" },
} as const;
const OUTPUT = { type: "json", value: { status: "success", summary: "shipped" } } as const;
const RESULT = {
  type: "tool-result",
  toolCallId: "c1",
  toolName: "order_query_status",
  output: OUTPUT,
} as const;

/** A program with one session in which a status was asked for; what is said has an escape sequence in it. */
async function setUp({ terminal = false } = {}) {
  const folder = await tempFolder();
  const sessions = join(folder.path, "sessions");
  const file = new SessionFile(sessions, "ses_1");
  await file.append([
    { role: "user", content: "Where is A-1024?\x1b[2J" },
    { role: "assistant", content: [CALL] },
    { role: "tool", content: [RESULT] },
    { role: "assistant", content: [{ type: "text", text: "It is <b>shipped</b>." }] },
  ]);
  const source = new FakeByteSource({ terminal });
  const { program, output, errors } = testProgram(testAgent(new ScriptedModel([{ text: ["ok"] }])).agent, {
    settings: readSettings({ HANDRAIL_STATE: folder.path }, "/nowhere"),
    newId: () => "ses_new",
    input: new StandardInput(source),
  });
  const run = (...args: string[]) => sessionsCommand(program, parseCommandLine(["sessions", ...args]));
  const resume = (...args: string[]) => resumeCommand(program, parseCommandLine(["resume", ...args]));
  const open = (id: string) => new SessionFile(sessions, id);
  return {
    ...{ sessions, file, output, errors, source, run, resume, open },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("sessions list shows the last used first, with turns, size and title (T34)", async () => {
  await using scene = await setUp();
  await scene.open("ses_2").append([{ role: "user", content: "hi" }, { role: "user", content: "again" }]);
  await Deno.utime(join(scene.sessions, "ses_1.jsonl"), 1_772_355_600, 1_772_355_600);
  await Deno.utime(join(scene.sessions, "ses_2.jsonl"), 1_772_355_660, 1_772_355_660);
  assertEquals(await scene.run("list"), 0);
  assertEquals(
    scene.output.writes.join(""),
    "ses_2  2026-03-01T09:01:00.000Z     2      1 KB  hi\n" +
      "ses_1  2026-03-01T09:00:00.000Z     1      1 KB  Where is A-1024?[2J\n",
  );
  assertEquals(await scene.run("list", "--json"), 0);
  const { sessions } = JSON.parse(scene.output.writes.at(-1) ?? "");
  assertEquals(sessions.map(({ id, turns }: { id: string; turns: number }) => [id, turns]), [
    ["ses_2", 2],
    ["ses_1", 1],
  ]);
});

Deno.test("sessions list passes over what is no session, and names one that it cannot read", async () => {
  await using scene = await setUp();
  await Deno.writeTextFile(
    join(scene.sessions, "ses_9.jsonl"),
    '{"type":"session","version":9,"id":"ses_9"}\n',
  );
  await Deno.writeTextFile(join(scene.sessions, "notes.txt"), "x");
  await Deno.writeTextFile(join(scene.sessions, "ses_1.lock"), "");
  assertEquals(await scene.run("list"), 0);
  const shown = scene.output.writes.join("");
  assertEquals(shown.trimEnd().split("\n").length, 2);
  assertStringIncludes(shown, "Cannot open session ses_9: it is written in version 9");
});

Deno.test("sessions list says so when there is none", async () => {
  await using scene = await setUp();
  await scene.run("remove", "ses_1", "--yes");
  assertEquals(await scene.run("list"), 0);
  assertEquals(scene.output.writes.at(-1), "No sessions.\n");
});

Deno.test("sessions show is the conversation, without what could redraw a terminal (T36)", async () => {
  await using scene = await setUp();
  assertEquals(await scene.run("show", "ses_1"), 0);
  assertEquals(
    scene.output.writes.join(""),
    "› Where is A-1024?[2J\n" +
      '⚙ order_query_status {"orderId":"A-1024"}\n' +
      '  → {"status":"success","summary":"shipped"}\n' +
      "It is <b>shipped</b>.\n",
  );
});

Deno.test("sessions show says what is wrong with a session on standard error (T35)", async () => {
  await using scene = await setUp();
  await Deno.writeTextFile(join(scene.sessions, "ses_1.jsonl"), "junk\n{", { append: true });
  assertEquals(await scene.run("show", "ses_1"), 0);
  assertEquals(scene.errors.writes.join("").trimEnd().split("\n"), [
    "1 unreadable lines of session ses_1 were skipped",
    "The last line of session ses_1 was torn: it was cut off, and is kept in ses_1.jsonl.torn",
  ]);
});

Deno.test("sessions rename gives a title that the list shows, without keys in it (T36)", async () => {
  await using scene = await setUp();
  assertEquals(
    await scene.run("rename", "ses_1", "My", "order", "sk-proj-abcdefghijklmnopqrstuvwxyz0123"),
    0,
  );
  await scene.run("list");
  assertStringIncludes(scene.output.writes.at(-1) ?? "", "  My order [SECRET]\n");
  await assertRejects(() => scene.run("rename", "ses_1", " "), UsageError, "the title has 0 characters");
});

Deno.test("sessions remove wants --yes where nobody can be asked, and asks at a terminal", async () => {
  await using scene = await setUp();
  await assertRejects(() => scene.run("remove", "ses_1"), UsageError, "nobody can be asked. Add --yes");
  assert(await scene.file.load());
  assertEquals(await scene.run("remove", "ses_1", "--yes"), 0);
  assertEquals(await scene.file.load(), undefined);
  assertEquals([...Deno.readDirSync(scene.sessions)], []);
});

Deno.test("sessions remove goes by what the person at the terminal answers", async () => {
  await using scene = await setUp({ terminal: true });
  scene.source.type("\n");
  assertEquals(await scene.run("remove", "ses_1"), 1);
  assertEquals(
    scene.errors.writes.join(""),
    "Remove session ses_1 (Where is A-1024?[2J) for good? [y/N] Nothing was removed.\n",
  );
  scene.source.type("y\n");
  assertEquals(await scene.run("remove", "ses_1"), 0);
  assertEquals(await scene.file.load(), undefined);
});

Deno.test("resume --last goes on with the session that was used last (T4)", async () => {
  await using scene = await setUp();
  await scene.open("ses_2").append([{ role: "user", content: "hi" }]);
  await Deno.utime(join(scene.sessions, "ses_1.jsonl"), 1_772_355_600, 1_772_355_600);
  scene.source.type("hello again\n");
  scene.source.end();
  assertEquals(await scene.resume("--last"), 0);
  assertEquals((await scene.open("ses_2").load())?.messages.map(({ content }) => content).slice(0, 2), [
    "hi",
    "hello again",
  ]);
  assertEquals((await scene.file.load())?.messages.length, 4);
});

Deno.test("sessions resume is resume", async () => {
  await using scene = await setUp();
  scene.source.type("hello again\n");
  scene.source.end();
  assertEquals(await scene.run("resume", "ses_1"), 0);
  assertEquals((await scene.file.load())?.messages.at(-2)?.content, "hello again");
  assertEquals(await scene.run("resume", "ses_7"), 1);
});

Deno.test("sessions fork copies what was said, but no permissions", async () => {
  await using scene = await setUp();
  await scene.file.keep({ type: "title", title: "My order" });
  await scene.file.keep({ type: "grants", grants: [{ tool: "x", rule: "y", at: "z" }] });
  assertEquals(await scene.run("fork", "ses_1", "ses_2"), 0);
  const [from, to] = [await scene.file.load(), await scene.open("ses_2").load()];
  assertEquals([to?.messages, to?.title, to?.grants], [from?.messages, "My order", []]);
  await scene.open("ses_2").append([{ role: "user", content: "more" }]);
  assertEquals((await scene.file.load())?.messages.length, 4);
  assertEquals(await scene.run("fork", "ses_1", "ses_2"), 1);
  assertEquals(await scene.run("fork", "ses_1", "ses_1"), 1);
  assertStringIncludes(scene.errors.writes.at(-1) ?? "", "ses_1 is there already. Give another id");
});

Deno.test("sessions fork seals aliases anew: they open in the fork, as the fork's (T36)", async () => {
  await using scene = await setUp();
  const sealer = createSealer("test-secret");
  await scene.file.keep({ type: "aliases", sealed: sealer.seal("[]", aliasPurpose("ses_1")) });
  assertEquals(await scene.run("fork", "ses_1", "--json"), 0);
  const { id, forked_from } = JSON.parse(scene.output.writes.at(-1) ?? "");
  assertEquals(forked_from, "ses_1");
  const [sealed = ""] = (await scene.open(id).load())?.aliases ?? [];
  assertEquals(sealer.open(sealed, `aliases ${id}`), "[]");
});

Deno.test("sessions export writes Markdown, a page or JSON, and masks keys (T36)", async () => {
  await using scene = await setUp();
  const line = { role: "user", content: "key sk-proj-abcdefghijklmnopqrstuvwxyz0123 ![x](http://evil)" };
  const record = `${JSON.stringify({ type: "message", message: line })}\n`;
  await Deno.writeTextFile(join(scene.sessions, "ses_1.jsonl"), record, { append: true });
  assertEquals(await scene.run("export", "ses_1"), 0);
  const markdown = scene.output.writes.at(-1) ?? "";
  assertStringIncludes(markdown, "**Handrail**\n\nIt is &lt;b>shipped&lt;/b>.\n");
  assertStringIncludes(markdown, "key [SECRET] !\\[x](http://evil)");
  assertEquals(await scene.run("export", "ses_1", "--format", "html"), 0);
  const page = scene.output.writes.at(-1) ?? "";
  assertStringIncludes(page, '<pre class="assistant">It is &lt;b&gt;shipped&lt;/b&gt;.</pre>');
  assertStringIncludes(page, "default-src 'none'");
  assertEquals(await scene.run("export", "ses_1", "--format", "json"), 0);
  const { id, messages } = JSON.parse(scene.output.writes.at(-1) ?? "");
  assertEquals([id, messages.length, messages[1].content[0]], ["ses_1", 5, CALL]);
  for (const written of scene.output.writes) assert(!written.includes("sk-proj"), written);
  await assertRejects(
    () => scene.run("export", "ses_1", "--format", "pdf"),
    UsageError,
    "Use md, html, json",
  );
});

Deno.test("sessions and resume say what to do about an id that there is not", async () => {
  await using scene = await setUp();
  for (const action of ["show", "export", "remove", "fork"]) {
    assertEquals(await scene.run(action, "ses_7"), 1, action);
  }
  assertEquals(await scene.run("rename", "ses_7", "x"), 1);
  assertEquals(
    new Set(scene.errors.writes),
    new Set(["handrail: Cannot open session ses_7: there is none of that id. See handrail sessions list\n"]),
  );
  assertEquals(await scene.resume("ses_7"), 1);
  assertStringIncludes(
    scene.errors.writes.at(-1) ?? "",
    "session ses_7 is not there. See handrail sessions list",
  );
  assertEquals([...Deno.readDirSync(scene.sessions)].map(({ name }) => name), ["ses_1.jsonl"]);
});

Deno.test("sessions and resume refuse what they cannot read", async () => {
  await using scene = await setUp();
  for (const args of [[], ["show"], ["list", "x"], ["toString"], ["fork", "a", "b", "c"]]) {
    await assertRejects(() => scene.run(...args), UsageError, "no such action");
  }
  await assertRejects(() => scene.run("show", "../x"), UsageError, "is no session id");
  await assertRejects(() => scene.resume(), UsageError, "name one session");
  await assertRejects(() => scene.resume("ses_1", "--last"), UsageError, "name one session");
});

Deno.test("sessions export --format recording writes what replay takes, with personal data masked (T36)", async () => {
  await using scene = await setUp();
  await scene.file.append([{ role: "user", content: "my number is 13800138000" }]);
  assertEquals(await scene.run("export", "ses_1", "--format", "recording"), 0);
  const recording = parseRecording(scene.output.writes.at(-1) ?? "");
  assertEquals(recording.turns.map(({ user, answer }) => [user, answer]), [
    ["Where is A-1024?\x1b[2J", "It is <b>shipped</b>."],
    ["my number is [[PHONE_1]]", ""],
  ]);
  assertEquals(recording.turns[0]?.calls, [
    { step: 1, tool: "order_query_status", input: { orderId: "A-1024" }, output: OUTPUT.value },
  ]);
  assertEquals([recording.search, recording.documents, recording.tools.length], ["words", "index", 8]);
});

Deno.test("sessions export --output writes a file of the owner's own, and never over another one", async () => {
  await using scene = await setUp();
  const path = join(scene.sessions, "trip.recording.json");
  const args = ["export", "ses_1", "--format", "recording", "--output", path];
  assertEquals(await scene.run(...args), 0);
  assertEquals(parseRecording(await Deno.readTextFile(path)).title, "Where is A-1024?\x1b[2J");
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  assertEquals(scene.output.text, "");
  await assertRejects(() => scene.run(...args), Error, "is there already. Name another file");
});
