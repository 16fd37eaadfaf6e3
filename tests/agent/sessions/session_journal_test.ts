import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import { SessionFile } from "../../../agent/sessions/session_file.ts";
import { parseRecord } from "../../../agent/sessions/session_record.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const TICKET = { id: "c1", name: "ticket_create", input: '{"subject":"打 13800138000"}' };
const STATUS = { id: "c2", name: "order_query_status", input: '{"orderId":"A-1024"}' };
const ANSWERS = [{ calls: [TICKET, STATUS] }, { text: ["ok"] }];

const GUARD = { recognisers: DEFAULT_RECOGNISERS };

/** The types of a file's lines, with the roles of its messages. */
async function linesOf(folder: string, id = "ses_1"): Promise<string[]> {
  const text = await Deno.readTextFile(join(folder, `${id}.jsonl`));
  return text.trimEnd().split("\n").map((line) => {
    const record = parseRecord(line);
    return record?.type === "message" ? record.message.role : record?.type ?? "unreadable";
  });
}

Deno.test("a write is marked before it begins and when it has ended, a read is not (T35)", async () => {
  await using folder = await tempFolder();
  const { agent, ledger } = testAgent(new ScriptedModel(ANSWERS));
  const log = new SessionFile(folder.path, "ses_1");
  await runTurn(agent.openSession({ id: "ses_1", log, interactive: true }), "ticket");
  assertEquals((await ledger.entries()).length, 1);
  assertEquals(await linesOf(folder.path), [
    "session",
    "user",
    "tool.started",
    "tool.completed",
    "assistant",
    "tool",
    "assistant",
    "turn",
    "usage",
  ]);
});

Deno.test("the mark of a write is on the disk while it runs, masked (T35, T36)", async () => {
  await using folder = await tempFolder();
  const seen: string[] = [];
  const log = new SessionFile(folder.path, "ses_1");
  const { agent } = testAgent(new ScriptedModel([{ calls: [TICKET] }, { text: ["ok"] }]), {
    personalData: GUARD,
    desk: new Proxy({} as never, {
      get: () => async () => {
        seen.push(await Deno.readTextFile(join(folder.path, "ses_1.jsonl")));
        throw new Error("the desk is gone");
      },
    }),
  });
  await runTurn(agent.openSession({ id: "ses_1", log, interactive: true }), "ticket");
  const whileItRuns = seen.at(-1) ?? "";
  assert(whileItRuns.includes('"tool.started"') && whileItRuns.includes("[[PHONE_1]]"), whileItRuns);
  const kept = await Deno.readTextFile(join(folder.path, "ses_1.jsonl"));
  assert(!kept.includes("13800138000"), kept);
});

Deno.test("a session whose process died in a write tells the model that the outcome is unknown (T35)", async () => {
  await using folder = await tempFolder();
  const log = new SessionFile(folder.path, "ses_1");
  await log.append([{ role: "user", content: "refund B-0001" }]);
  await log.keep({
    type: "tool.started",
    call: { type: "tool-call", toolCallId: "c1", toolName: "order_refund", input: { orderId: "B-0001" } },
  });
  const stored = await new SessionFile(folder.path, "ses_1").load();
  assertEquals(stored?.unknownOutcomes, ["order_refund"]);
  const model = new ScriptedModel([{ text: ["I do not know."] }]);
  const session = testAgent(model).agent.openSession({
    id: "ses_1",
    log: new SessionFile(folder.path, "ses_1"),
    interactive: true,
    history: stored?.messages ?? [],
  });
  await runTurn(session, "did it work?");
  const roles = model.prompts[0]?.map(({ role }) => role);
  assertEquals(roles, ["system", "user", "assistant", "tool", "user"]);
  assert(JSON.stringify(model.prompts[0]).includes("unknown_outcome"));
});

/** Two processes that have the same session open. */
function twoProcesses(folder: string, answers: ConstructorParameters<typeof ScriptedModel>[0]) {
  return [0, 1].map(() => {
    const model = new ScriptedModel(answers);
    const { agent } = testAgent(model, { personalData: GUARD });
    const log = new SessionFile(folder, "ses_1");
    return { model, log, session: agent.openSession({ id: "ses_1", log, interactive: true }) };
  });
}

Deno.test("a turn begins with what another process has added to the session meanwhile", async () => {
  await using folder = await tempFolder();
  const [first, second] = twoProcesses(folder.path, [{ text: ["好的。"] }]);
  assert(first && second);
  await runTurn(first.session, "我的电话 13800138000");
  await first.session.startEpoch();
  first.session.grants.add("order_refund", "high_risk");
  await first.log.keep({ type: "epoch", epoch: 1 });
  await runTurn(second.session, "再打 13800138000 或 13900139000");
  const prompt = JSON.stringify(second.model.prompts[0]);
  assert(
    prompt.includes("我的电话 [[PHONE_1]]") && prompt.includes("再打 [[PHONE_1]] 或 [[PHONE_2]]"),
    prompt,
  );
  assertEquals(second.session.grants.list().map(({ tool }) => tool), ["order_refund"]);
  assertEquals(second.session.reveal("[[PHONE_1]]"), "13800138000");
});

Deno.test("two processes' turns of a session stand one after the other in its file", async () => {
  await using folder = await tempFolder();
  const [first, second] = twoProcesses(folder.path, [{ text: ["a"] }]);
  assert(first && second);
  await Promise.all([runTurn(first.session, "one"), runTurn(second.session, "two")]);
  assertEquals(await linesOf(folder.path), [
    "session",
    "user",
    "assistant",
    "turn",
    "usage",
    "user",
    "assistant",
    "turn",
    "usage",
  ]);
});

Deno.test("a turn that gets no lock in time fails as busy, and keeps nothing", async () => {
  await using folder = await tempFolder();
  const { agent, clock } = testAgent(new ScriptedModel([]));
  const log = new SessionFile(folder.path, "ses_1", { clock, turnWaitMs: 5_000 });
  const holder = new SessionFile(folder.path, "ses_1");
  const held = await holder.beginTurn({ signal: new AbortController().signal, onWait: () => {} });
  const events: AgentEvent[] = [];
  const running = (async () => {
    for await (const event of agent.openSession({ id: "ses_1", log, interactive: true }).prompt("hi")) {
      events.push(event);
    }
  })();
  while (clock.pendingTimers < 2) await new Promise((resolve) => setTimeout(resolve, 0));
  clock.advance(5_000);
  await running;
  held.end();
  assertEquals(events.map(({ type }) => type), ["warning", "turn.started", "error", "turn.completed"]);
  assertEquals(ofType(events, "warning")[0]?.code, "session_busy");
  assertEquals(ofType(events, "error")[0]?.code, "busy");
  assertEquals(await holder.load(), undefined);
  // The wait that was given up ends with the lock, and its file is closed.
  (await holder.beginTurn({ signal: new AbortController().signal, onWait: () => {} })).end();
});
