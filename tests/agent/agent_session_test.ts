import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { ModelMessage } from "ai";
import { SessionBusyError } from "../../agent/sessions/session_busy_error.ts";
import { NO_TOKENS } from "../../agent/models/token_count.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";
import { ScriptedModel, UNREPORTED } from "../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

const TICKET = { id: "c1", name: "ticket_create", input: '{"subject":"x"}' };
const REFUND = { id: "c1", name: "order_refund", input: '{"orderId":"B-0001","reason":"broken"}' };

Deno.test("a session runs one turn at a time", async () => {
  const session = testAgent(new ScriptedModel([{ text: ["a"] }])).open();
  const events = session.prompt("hi");
  assertEquals(session.busy, true);
  assertThrows(() => session.prompt("again"), SessionBusyError, "another one is running");
  for await (const _ of events);
  assertEquals(session.busy, false);
});

Deno.test("a turn runs on whether or not its events are read", async () => {
  const { open, ledger } = testAgent(new ScriptedModel([{ calls: [TICKET] }, { text: ["done"] }]));
  const session = open();
  session.prompt("ticket");
  while (session.busy) await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("the user's words are kept before the model is asked, the answer after (T35)", async () => {
  const kept: string[] = [];
  const model = new ScriptedModel([{ text: ["Hello."] }]);
  const { agent } = testAgent(model);
  const session = agent.openSession({
    id: "s",
    interactive: true,
    log: {
      keep: () => Promise.resolve(),
      append: (messages: readonly ModelMessage[]) => {
        kept.push(...messages.map(({ role }) => `${role} after ${model.prompts.length} requests`));
        return Promise.resolve();
      },
    },
  });
  await runTurn(session, "hi");
  assertEquals(kept, ["user after 0 requests", "assistant after 1 requests"]);
});

Deno.test("settled() waits until what a cancelled turn said is kept", async () => {
  const kept: string[] = [];
  const slow = Promise.withResolvers<void>();
  const { agent } = testAgent(new ScriptedModel([{ text: ["Half a"], hangs: true }]));
  const log = {
    keep: () => Promise.resolve(),
    append: async (messages: readonly ModelMessage[]) => {
      if (kept.length > 0) await slow.promise;
      kept.push(...messages.map(({ role }) => role));
    },
  };
  const session = agent.openSession({ id: "s", interactive: true, log });
  for await (const event of session.prompt("hi")) if (event.type === "message.delta") break;
  session.cancel();
  setTimeout(() => slow.resolve(), 0);
  await session.settled();
  assertEquals(kept, ["user", "assistant"]);
});

Deno.test("a disk that fails is told of and ends no turn", async () => {
  const { agent } = testAgent(new ScriptedModel([{ text: ["Hello."] }]));
  const log = {
    append: () => Promise.reject(new Error("No space left on device")),
    keep: () => Promise.resolve(),
  };
  const events = await runTurn(agent.openSession({ id: "s", interactive: true, log }), "hi");
  assertStringIncludes(ofType(events, "warning")[0]?.message ?? "", "No space left on device");
  assertEquals(ofType(events, "turn.completed")[0]?.status, "completed");
});

Deno.test("a repeated write is replayed in a later turn, and runs again only in a new epoch (H13)", async () => {
  const answers = Array.from({ length: 3 }, () => [{ calls: [TICKET] }, { text: ["ok"] }]).flat();
  const { open, ledger } = testAgent(new ScriptedModel(answers));
  const session = open();
  const first = await runTurn(session, "ticket about x");
  const second = await runTurn(session, "再试一次");
  assertEquals(ofType(first, "tool.completed")[0]?.idempotency?.hit, false);
  assertEquals(ofType(second, "tool.completed")[0]?.idempotency?.hit, true);
  assertEquals((ofType(second, "tool.completed")[0]?.output as { replayed: boolean }).replayed, true);
  assertEquals((await ledger.entries()).length, 1);
  assertEquals(await session.startEpoch(), "再试一次");
  await runTurn(session, "again");
  assertEquals((await ledger.entries()).length, 2);
});

Deno.test("equal writes of two sessions are two writes", async () => {
  const { agent, ledger } = testAgent(
    new ScriptedModel([{ calls: [TICKET] }, { text: ["ok"] }, { calls: [TICKET] }, { text: ["ok"] }]),
  );
  const log = { append: () => Promise.resolve(), keep: () => Promise.resolve() };
  for (const id of ["s1", "s2"]) await runTurn(agent.openSession({ id, log, interactive: true }), "ticket");
  assertEquals((await ledger.entries()).length, 2);
});

Deno.test("a denial blocks the turn whatever the model says afterwards, and is listed (T20, T21)", async () => {
  const { agent, open } = testAgent(new ScriptedModel([{ calls: [REFUND] }, { text: ["All done!"] }]));
  const events = await runTurn(open(), "refund", (event) => {
    if (event.type === "approval.requested") {
      agent.interactions.approve(event.request_id, { decision: "deny", reason: "not today" }, "user");
    }
  });
  const turn = ofType(events, "turn.completed")[0];
  assertEquals([turn?.status, turn?.text], ["blocked", "All done!"]);
  assertEquals(turn?.denials, [{ call_id: "c1", tool: "order_refund", by: "user", reason: "not today" }]);
});

Deno.test("the reason of a denial reaches the model word for word (T24)", async () => {
  const model = new ScriptedModel([{ calls: [REFUND] }, { text: ["ok"] }]);
  const { agent, open } = testAgent(model);
  await runTurn(open(), "refund", (event) => {
    if (event.type === "approval.requested") {
      agent.interactions.approve(event.request_id, { decision: "deny", reason: "先核对“金额”" }, "user");
    }
  });
  assertStringIncludes(JSON.stringify(model.prompts[1]?.at(-1)), JSON.stringify("先核对“金额”").slice(1, -1));
});

Deno.test("a denial that stops the turn keeps the model from speaking again", async () => {
  const model = new ScriptedModel([{ calls: [REFUND] }, { text: ["never said"] }]);
  const { agent, open } = testAgent(model);
  const events = await runTurn(open(), "refund", (event) => {
    if (event.type === "approval.requested") {
      agent.interactions.approve(event.request_id, { decision: "deny", stopTurn: true }, "user");
    }
  });
  assertEquals(ofType(events, "turn.completed")[0]?.status, "blocked");
  assertEquals(model.prompts.length, 1);
});

Deno.test("a tool that is allowed for the session is not asked about again in it", async () => {
  const calls = ["A-2048", "B-0001"].map((orderId) => ({
    ...REFUND,
    input: `{"orderId":"${orderId}","reason":"r"}`,
  }));
  const model = new ScriptedModel(calls.flatMap((call) => [{ calls: [call] }, { text: ["ok"] }]));
  const { agent, open, ledger } = testAgent(model);
  const session = open();
  let asked = 0;
  for (const text of ["one", "two"]) {
    await runTurn(session, text, (event) => {
      if (event.type !== "approval.requested") return;
      asked++;
      agent.interactions.approve(event.request_id, { decision: "allow", scope: "session" }, "user");
    });
  }
  assertEquals(asked, 1);
  assertEquals((await ledger.entries()).length, 2);
});

Deno.test("citations are those that a search gave out; a made-up number is warned of (K21)", async () => {
  const passage = {
    chunkId: 1,
    documentPath: "/leave.md",
    title: "Leave › Annual",
    text: "10 days.",
    score: 0.9,
  };
  const call = { id: "c1", name: "kb_query", input: '{"query":"leave"}' };
  const model = new ScriptedModel([{ calls: [call] }, { text: ["10 days [1], or 12 [7]."] }]);
  const { open } = testAgent(model, { knowledge: () => ({ search: () => [passage] }) });
  const events = await runTurn(open(), "how many days of leave?");
  assertEquals(ofType(events, "message.completed")[0]?.citations, [{ no: 1, title: "Leave › Annual" }]);
  const [warning] = ofType(events, "warning");
  assertEquals(warning?.code, "unknown_citation");
  assertStringIncludes(warning?.message ?? "", "[7]");
});

Deno.test("a hand-over is announced", async () => {
  const call = { id: "c1", name: "handoff_create", input: '{"reason":"angry"}' };
  const events = await runTurn(
    testAgent(new ScriptedModel([{ calls: [call] }, { text: ["ok"] }])).open(),
    "human!",
  );
  assertEquals(
    ofType(events, "handoff.created").map(({ ticket_id, reason, tool }) => [ticket_id, reason, tool]),
    [
      ["TK-20260301-0001", "angry", "handoff_create"],
    ],
  );
});

Deno.test("usage adds up over calls and turns, and is unknown where a model does not report it", async () => {
  const session = testAgent(new ScriptedModel([{ calls: [TICKET] }, { text: ["ok"] }, { text: ["ok"] }]))
    .open();
  await runTurn(session, "ticket");
  const turn = ofType(await runTurn(session, "thanks"), "turn.completed")[0];
  assertEquals(turn?.usage.turn.total_tokens, 15);
  assertEquals(turn?.usage.session.total_tokens, 45);
  assertEquals(turn?.usage.last_call.total_tokens, 15);
  assertEquals(turn?.cost_usd, null);
});

Deno.test("a session that is continued shows the model what was said before", async () => {
  const model = new ScriptedModel([{ text: ["ok"] }]);
  const history: ModelMessage[] = [
    { role: "user", content: "I am Lin." },
    { role: "assistant", content: "Hello Lin." },
  ];
  const session = testAgent(model).open(history);
  await runTurn(session, "who am I?");
  assertEquals(model.prompts[0]?.map(({ role }) => role), ["system", "user", "assistant", "user"]);
  assert(session.messageCount === 4);
});

Deno.test("useModel() asks another model from the next turn on, with the conversation so far", async () => {
  const other = new ScriptedModel([{ text: ["from the other"] }]);
  const session = testAgent(new ScriptedModel([{ text: ["from the first"] }])).open();
  await runTurn(session, "hi");
  session.useModel({ provider: "test", id: "other", model: other });
  const [completed] = ofType(await runTurn(session, "again"), "turn.completed");
  assertEquals(completed?.text, "from the other");
  const roles = other.prompts[0]?.map(({ role }) => role).filter((role) => role !== "system");
  assertEquals(roles, ["user", "assistant", "user"]);
});

Deno.test("useModel() forgets nothing of how models count: a conversation that fits is not cut for that", async () => {
  const silent = { text: ["ok"], usage: UNREPORTED };
  const first = { provider: "test", id: "first", model: new ScriptedModel([silent, silent, silent]) };
  const other = { provider: "test", id: "other", model: new ScriptedModel([{ text: ["ok"] }]) };
  const kept: unknown[] = [];
  const session = testAgent(first.model, { model: first }).agent.openSession({
    id: "ses_1",
    log: {
      append: () => Promise.resolve(),
      keep: (mark) => Promise.resolve(void (mark.type === "usage" && kept.push([mark.model, mark.ratio]))),
    },
    interactive: true,
    usage: { session: NO_TOKENS, model: "test:first", ratio: 0.7 },
  });
  await runTurn(session, "hi");
  session.useModel({ ...first });
  await runTurn(session, "hi");
  session.useModel(other);
  await runTurn(session, "hi");
  session.useModel(first);
  await runTurn(session, "hi");
  assertEquals(kept, [["test:first", 0.7], ["test:first", 0.7], ["test:other", 0.2], ["test:first", 0.7]]);
});

Deno.test("useModel() leaves a turn that has begun to the model that it began with", async () => {
  const other = new ScriptedModel([{ text: ["from the other"] }]);
  const session = testAgent(new ScriptedModel([{ text: ["from the first"] }])).open();
  const events = session.prompt("hi");
  session.useModel({ provider: "test", id: "other", model: other });
  const texts: string[] = [];
  for await (const event of events) if (event.type === "turn.completed") texts.push(event.text);
  assertEquals([texts, other.prompts.length], [["from the first"], 0]);
});

Deno.test("a tool that tries again is announced, and counts its tries", async () => {
  const query = { id: "c1", name: "order_query_status", input: '{"orderId":"A-1024"}' };
  const desk = new FakeOrderDesk();
  desk.findOrder = (_orderId, { onRetry } = {}) => {
    onRetry?.({ attempt: 1, maxAttempts: 2, delayMs: 150, errorType: "network" });
    return Promise.resolve(undefined);
  };
  const { open } = testAgent(new ScriptedModel([{ calls: [query] }, { text: ["No such order."] }]), { desk });
  const events = await Array.fromAsync(open().prompt("Where is A-1024?"));
  assertEquals(events.find(({ type }) => type === "retry"), {
    type: "retry",
    turn_id: events[0]?.turn_id ?? "",
    scope: "tool",
    call_id: "c1",
    tool: "order_query_status",
    attempt: 1,
    max_attempts: 2,
    delay_ms: 150,
    error: { code: "network" },
  });
  const completed = events.find((event) => event.type === "tool.completed");
  assertEquals(completed?.attempts, 2);
});

Deno.test("a tool that the user cancelled is no news for the log", async () => {
  const query = { id: "c1", name: "order_query_status", input: '{"orderId":"A-1024"}' };
  const desk = new FakeOrderDesk();
  desk.findOrder = (_orderId, { abortSignal: signal } = {}) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const { open, problems } = testAgent(new ScriptedModel([{ calls: [query] }]), { desk });
  const session = open();
  const events = await runTurn(session, "where?", ({ type }) => type === "tool.started" && session.cancel());
  assertEquals(ofType(events, "turn.completed").map(({ status }) => status), ["cancelled"]);
  assertEquals(problems, []);
});
