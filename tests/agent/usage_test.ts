import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { SessionFile } from "../../agent/sessions/session_file.ts";
import { type ScriptedAnswer, ScriptedModel } from "../_support/scripted_model.ts";
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

Deno.test("a session whose first turn was refused by the model's server goes on counting from nothing (T33)", async () => {
  await using folder = await tempFolder();
  const { agent } = testAgent(new ScriptedModel([{ refusal: new Error("no") }]));
  const log = new SessionFile(folder.path, "ses_1");
  await runTurn(agent.openSession({ id: "ses_1", log, interactive: true }), "x");
  assertEquals((await log.load())?.usage?.session, counted(0, 0));
  assertEquals(await sessionUsage(folder.path, 1), counted(10, 5));
});

/** What a turn took that ended at one of its events. */
async function takenAt(
  answers: readonly ScriptedAnswer[],
  react: (event: AgentEvent, turn: { cancel: () => void; deny: (requestId: string) => void }) => void,
) {
  const model = new ScriptedModel(answers);
  const price = { input: 1_000, output: 1_000 };
  const { agent, open } = testAgent(model, { model: { provider: "test", id: "scripted", model, price } });
  const session = open();
  const turn = {
    cancel: () => session.cancel(),
    deny: (id: string) => agent.interactions.approve(id, { decision: "deny", stopTurn: true }, "user"),
  };
  const [completed] = ofType(await runTurn(session, "x", (event) => react(event, turn)), "turn.completed");
  return [completed?.usage.turn, completed?.usage.session, completed?.usage.last_call, completed?.cost_usd];
}

Deno.test("a turn that is cancelled while a call waits has taken what the model reported (T33)", async () => {
  const input = '{"orderId":"B-0001","reason":"it is broken"}';
  const refund = { calls: [{ id: "c1", name: "order_refund", input }] };
  const taken = await takenAt([refund], (event, { deny }) => {
    if (event.type === "approval.requested") deny(event.request_id);
  });
  assertEquals(taken, [counted(10, 5), counted(10, 5), counted(10, 5), 0.015]);
});

Deno.test("nobody knows what an answer took that was cancelled or broke off, and no guess is made (T33)", async () => {
  const cancelled = await takenAt([{ text: ["Let me"], hangs: true }], (event, { cancel }) => {
    if (event.type === "message.delta") cancel();
  });
  assertEquals(cancelled, [UNKNOWN, UNKNOWN, UNKNOWN, null]);
  const broken = await takenAt([{ text: ["Let me"], error: new Error("stream terminated") }], () => {});
  assertEquals(broken, [UNKNOWN, UNKNOWN, UNKNOWN, null]);
  const refused = await takenAt([{ refusal: new Error("no") }], () => {});
  assertEquals(refused, [counted(0, 0), counted(0, 0), counted(0, 0), 0]);
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
