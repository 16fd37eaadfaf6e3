import { assertEquals } from "@std/assert";
import { SessionFile } from "../../agent/session_file.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";
import { counted, UNKNOWN } from "../_support/token_counts.ts";

const HI = { text: ["hi"] };

/** What a session took, told by the last of some turns in a process of its own. */
async function sessionUsage(folder: string, turns: number) {
  const { agent } = testAgent(new ScriptedModel(Array(turns).fill(HI)));
  const log = new SessionFile(folder, "ses_1");
  const stored = await log.load();
  const session = agent.openSession({
    id: "ses_1",
    log,
    interactive: true,
    ...(stored && { history: stored.messages }),
    ...(stored?.usage && { usage: stored.usage }),
  });
  let usage;
  for (let turn = 0; turn < turns; turn++) {
    usage = ofType(await runTurn(session, "x"), "turn.completed")[0]?.usage.session;
  }
  return usage;
}

Deno.test("a session that is resumed goes on counting what it took (T33)", async () => {
  await using folder = await tempFolder();
  assertEquals(await sessionUsage(folder.path, 2), counted(20, 10));
  assertEquals(await sessionUsage(folder.path, 1), counted(30, 15));
});

Deno.test("a session from before its usage was kept still loads, and does not know what it took (T33)", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(
    `${folder.path}/ses_1.jsonl`,
    '{"type":"session","version":1,"id":"ses_1"}\n{"type":"message","message":{"role":"user","content":"hi"}}\n',
  );
  assertEquals(await sessionUsage(folder.path, 1), UNKNOWN);
});

Deno.test("a turn that no model was asked in leaves no mark of what it took", async () => {
  await using folder = await tempFolder();
  const { agent } = testAgent(new ScriptedModel([]));
  const log = new SessionFile(folder.path, "ses_1");
  await runTurn(agent.openSession({ id: "ses_1", log, interactive: true }), "x");
  assertEquals((await log.load())?.usage, undefined);
});

Deno.test("marks that are none of ours are skipped: a count that is no count, a summary of nothing", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(
    `${folder.path}/ses_1.jsonl`,
    '{"type":"usage","session":{"input_tokens":"many"},"model":"m","ratio":1}\n' +
      '{"type":"summary","turns":"two","text":"s"}\n{"type":"message","message":{"role":"user","content":"hi"}}\n',
  );
  const stored = await new SessionFile(folder.path, "ses_1").load();
  assertEquals([stored?.skippedLines, stored?.usage, stored?.summary], [2, undefined, undefined]);
});

Deno.test("what a model counts is remembered for that model, so that a resumed session is not cut too soon", async () => {
  await using folder = await tempFolder();
  await sessionUsage(folder.path, 1);
  const usage = (await new SessionFile(folder.path, "ses_1").load())?.usage;
  // 10 tokens for what we take for over 4,000: nobody counts like that, so the bound holds.
  assertEquals([usage?.model, usage?.ratio], ["test:scripted", 0.2]);
});
