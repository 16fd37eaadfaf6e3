import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { bundledNotice, openSession } from "../../cli/open_session.ts";
import { readSettings } from "../../cli/settings/settings.ts";
import { UsageError } from "../../cli/usage_error.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { runTurn, testAgent } from "../_support/test_agent.ts";
import { testProgram } from "../_support/test_program.ts";

function setUp(stateFolder: string) {
  const model = new ScriptedModel([{ text: ["Hello."] }]);
  const { agent } = testAgent(model);
  const settings = readSettings({ HANDRAIL_STATE: stateFolder }, "/nowhere");
  const { program } = testProgram(agent, { settings });
  const open = (id?: string) => openSession(program, agent, { id, interactive: true });
  return { open };
}

Deno.test("openSession() makes an id for a session that is not named, and no file before it is needed", async () => {
  await using folder = await tempFolder();
  const { session, resumed, warnings } = await setUp(folder.path).open();
  assertEquals([session.id, resumed, warnings], ["ses_1", false, []]);
  assertEquals(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

Deno.test("openSession() creates a session by its name, and continues it", async () => {
  await using folder = await tempFolder();
  const first = await setUp(folder.path).open("demo");
  assertEquals([first.session.id, first.resumed, first.session.messageCount], ["demo", false, 0]);
  await runTurn(first.session, "hi");
  const second = await setUp(folder.path).open("demo");
  assertEquals([second.session.id, second.resumed, second.session.messageCount], ["demo", true, 2]);
});

Deno.test("openSession() skips lines that it cannot read, and says how many (T35)", async () => {
  await using folder = await tempFolder();
  const sessions = join(folder.path, "sessions");
  await Deno.mkdir(sessions);
  const line = '{"type":"message","message":{"role":"user","content":"hi"}}';
  await Deno.writeTextFile(join(sessions, "demo.jsonl"), `${line}\ngarbage\n${line}\n{"type":"mess`);
  const { session, resumed, warnings } = await setUp(folder.path).open("demo");
  assertEquals([session.messageCount, resumed], [2, true]);
  assertEquals(warnings, [
    "1 unreadable lines of session demo were skipped",
    "The last line of session demo was torn: it was cut off, and is kept in demo.jsonl.torn",
  ]);
});

Deno.test("bundledNotice() names the command that takes documents in", () => {
  for (const language of ["zh", "en"] as const) {
    assertStringIncludes(bundledNotice(language), "handrail kb ingest");
  }
});

Deno.test("openSession() refuses an id that is no file name, before anything is read", async () => {
  await using folder = await tempFolder();
  for (const id of ["../x", "a/b", "", ".", "a b", "中", "x".repeat(65)]) {
    const error = await assertRejects(() => setUp(folder.path).open(id), UsageError);
    assertEquals(
      error.message,
      `Cannot open session: ${JSON.stringify(id)} is no session id. Use 1 to 64 letters, digits, _ or -`,
    );
  }
});
