import { assert, assertEquals } from "@std/assert";
import type { ModelMessage } from "ai";
import type { AgentEvent } from "../../agent/agent_event.ts";
import type { AgentParts } from "../../agent/assemble_agent.ts";
import { type PersonalDataRules, SessionPrivacy } from "../../agent/session_privacy.ts";
import type { SessionMark } from "../../agent/sessions/session_record.ts";
import { DEFAULT_RECOGNISERS } from "../../shells/pii/default_recognisers.ts";
import { createSealer } from "../../shells/seal.ts";
import { type ScriptedAnswer, ScriptedModel } from "../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

const PHONE = "13800138000";
const GUARDED: Partial<AgentParts> = { personalData: { recognisers: DEFAULT_RECOGNISERS } };
const SAID = `打印机坏了，请建工单，电话 ${PHONE}`;

function ticket(subject: string): ScriptedAnswer {
  return { calls: [{ id: "c1", name: "ticket_create", input: JSON.stringify({ subject }) }] };
}

/** A session whose file is kept in memory. */
function openKept(answers: readonly ScriptedAnswer[], parts: Partial<AgentParts> = GUARDED) {
  const model = new ScriptedModel(answers);
  const scene = testAgent(model, parts);
  const lines: (ModelMessage | SessionMark)[] = [];
  const log = {
    append: (messages: readonly ModelMessage[]) => Promise.resolve(void lines.push(...messages)),
    keep: (mark: SessionMark) => Promise.resolve(void lines.push(mark)),
  };
  const open = (
    stored: { history?: readonly ModelMessage[]; aliases?: readonly string[]; id?: string } = {},
  ) => scene.agent.openSession({ id: "ses_1", interactive: true, log, ...stored });
  return { ...scene, model, lines, openSession: open };
}

function sealedIn(lines: readonly (ModelMessage | SessionMark)[]): string[] {
  return lines.flatMap((line) => "type" in line && line.type === "aliases" ? [line.sealed] : []);
}

function messagesIn(lines: readonly (ModelMessage | SessionMark)[]): ModelMessage[] {
  return lines.filter((line): line is ModelMessage => "role" in line);
}

Deno.test("the model, events and the session's file see an alias, the desk sees the number (H30)", async () => {
  const { openSession, model, lines, ledger } = openKept([ticket("打印机坏了 [[PHONE_1]]"), {
    text: ["会联系 [[PHO", "NE_1]]。"],
  }]);
  const session = openSession();
  const events = await runTurn(session, SAID);
  assertEquals((await ledger.entries()).map(({ details }) => details.subject), [`打印机坏了 ${PHONE}`]);
  for (const seen of [JSON.stringify(model.prompts), JSON.stringify(events), JSON.stringify(lines)]) {
    assert(!seen.includes(PHONE));
    assert(seen.includes("[[PHONE_1]]"));
  }
  const [completed] = ofType(events, "tool.completed");
  assertEquals(completed?.pii, { masked: 2, kinds: ["phone"] });
  assertEquals(session.reveal(ofType(events, "turn.completed")[0]?.text ?? ""), `会联系 ${PHONE}。`);
});

Deno.test("aliases are kept, sealed, before the first message that needs them", async () => {
  const { openSession, lines } = openKept([{ text: ["好的。"] }]);
  await runTurn(openSession(), SAID);
  assertEquals(lines.map((line) => "type" in line ? line.type : line.role), [
    "aliases",
    "user",
    "assistant",
    "usage",
  ]);
  assert(!JSON.stringify(sealedIn(lines)).includes("PHONE"));
});

Deno.test("another process that continues the session restores its aliases, and no other session does", async () => {
  const first = openKept([{ text: ["好的。"] }]);
  await runTurn(first.openSession(), SAID);
  const history = messagesIn(first.lines);
  const aliases = sealedIn(first.lines);
  const second = openKept([ticket("[[PHONE_1]]"), { text: ["好了。"] }]);
  await runTurn(second.openSession({ history, aliases }), `还是这个电话 138-0013-8000，另一个 13900139000`);
  assertEquals((await second.ledger.entries()).map(({ details }) => details.subject), [PHONE]);
  assert(JSON.stringify(second.model.prompts).includes("还是这个电话 [[PHONE_1]]，另一个 [[PHONE_2]]"));
  const stranger = openKept([ticket("[[PHONE_1]]"), { text: ["好了。"] }]);
  await runTurn(stranger.openSession({ id: "ses_2", history, aliases }), "建工单");
  assertEquals((await stranger.ledger.entries()).map(({ details }) => details.subject), ["[[PHONE_1]]"]);
  assertEquals(stranger.problems.length, 1);
});

Deno.test("a session whose aliases are lost gives none of them to something else", async () => {
  const { openSession, model, problems } = openKept([{ text: ["好的。"] }]);
  const history: ModelMessage[] = [{ role: "user", content: "打 [[PHONE_1]]" }];
  await runTurn(openSession({ history, aliases: ["v1.broken"] }), "或 13900139000");
  assert(JSON.stringify(model.prompts).includes("或 [[PHONE_2]]"));
  assert(problems[0]?.startsWith("The aliases of session ses_1 are lost: Cannot open what is sealed"));
});

Deno.test("a session that was begun guarded stays guarded", async () => {
  const first = openKept([{ text: ["好的。"] }]);
  await runTurn(first.openSession(), SAID);
  const second = openKept([{ text: ["好的。"] }], {});
  const stored = { history: messagesIn(first.lines), aliases: sealedIn(first.lines) };
  await runTurn(second.openSession(stored), "再打 13900139000");
  assert(!JSON.stringify(second.model.prompts).includes("13900139000"));
});

Deno.test("a conversation that was kept unguarded is masked before the model sees it again", async () => {
  const { openSession, model } = openKept([{ text: ["好的。"] }]);
  await runTurn(openSession({ history: [{ role: "user", content: SAID }] }), "继续");
  assert(!JSON.stringify(model.prompts).includes(PHONE));
});

Deno.test("whoever approves sees what is real, and may edit with an alias or without", async () => {
  const answers = [ticket("[[PHONE_1]]"), { text: ["好了。"] }];
  const { openSession, ledger, agent } = openKept(answers, { ...GUARDED, confirmTools: "ticket_create" });
  const shown: unknown[] = [];
  const events = await runTurn(openSession(), SAID, (event) => {
    if (event.type !== "approval.requested") return;
    shown.push(event.input);
    const input = { subject: "改为 [[PHONE_1]] 与 li@example.cn" };
    agent.interactions.approve(event.request_id, { decision: "allow", scope: "once", input }, "user");
  });
  assertEquals(shown, [{ subject: PHONE }]);
  assertEquals((await ledger.entries()).map(({ details }) => details.subject), [
    `改为 ${PHONE} 与 li@example.cn`,
  ]);
  const rest = JSON.stringify(events.filter(({ type }) => type !== "approval.requested"));
  assert(!rest.includes(PHONE) && !rest.includes("li@example.cn"), rest);
});

Deno.test("why somebody denied reaches the model, without personal data in it", async () => {
  const { openSession, model, agent } = openKept([ticket("x"), { text: ["好的。"] }], {
    ...GUARDED,
    confirmTools: "ticket_create",
  });
  const events = await runTurn(openSession(), "建工单", (event) => {
    if (event.type !== "approval.requested") return;
    agent.interactions.approve(event.request_id, { decision: "deny", reason: `先打 ${PHONE}` }, "user");
  });
  for (const seen of [JSON.stringify(model.prompts), JSON.stringify(events)]) {
    assert(seen.includes("先打 [[PHONE_1]]") && !seen.includes(PHONE));
  }
});

Deno.test("a turn that is cut off keeps nothing personal", async () => {
  const { openSession, lines } = openKept([{ text: [`打 ${PHONE}`, "，我"], hangs: true }]);
  const session = openSession();
  const events: AgentEvent[] = [];
  for await (const event of session.prompt("谁？")) {
    events.push(event);
    if (event.type === "message.delta") session.cancel();
  }
  await session.settled();
  assert(!JSON.stringify(events).includes(PHONE));
  const kept = JSON.stringify(messagesIn(lines));
  assert(kept.includes("打 [[PHONE_1]]，我") && !kept.includes(PHONE), kept);
});

Deno.test("keys and tokens never reach a session's file, guarded or not", async () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
  const { openSession, lines, model } = openKept([{ text: ["好的。"] }], {});
  await runTurn(openSession(), `我的密钥是 ${key}，电话 ${PHONE}`);
  assertEquals(messagesIn(lines)[0], { role: "user", content: `我的密钥是 [SECRET]，电话 ${PHONE}` });
  assert(JSON.stringify(model.prompts).includes(key));
});

Deno.test("the call log hides keys and tokens, also where only other kinds are guarded", () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
  const logged = (rules?: PersonalDataRules) =>
    new SessionPrivacy({
      sessionId: "ses_1",
      sealer: createSealer("s"),
      onProblem: () => {},
      ...(rules && { rules }),
    }).forLog({ note: `${key} ${PHONE}`, count: 7 });
  const phones = DEFAULT_RECOGNISERS.filter(({ kind }) => kind === "phone");
  assertEquals(logged(), { note: `[SECRET] ${PHONE}`, count: 7 });
  assertEquals(logged({ recognisers: phones }), { note: "[SECRET] [[PHONE_1]]", count: 7 });
  assertEquals(logged({ recognisers: DEFAULT_RECOGNISERS }), { note: "[[SECRET_1]] [[PHONE_1]]", count: 7 });
});
