import { assertEquals } from "@std/assert";
import { recordSession } from "../../../agent/recording/record_session.ts";
import type { RecordedCall, Recording } from "../../../agent/recording/recording.ts";
import { toolDefinitions } from "../../../agent/recording/tool_definitions.ts";
import type { Difference } from "../../../agent/replay/difference.ts";
import { MemoryLog } from "../../../agent/replay/memory_log.ts";
import {
  type Replayed,
  replayRecording,
  type ReplayServices,
} from "../../../agent/replay/replay_recording.ts";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { EmbeddedOrderDesk } from "../../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../../tools/ledger.ts";
import { parseProfile } from "../../../tools/profiles.ts";
import { ToolCallError } from "../../../tools/types.ts";
import { FakeOrderDesk } from "../../_support/fake_order_desk.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { smallRecording, STATUS_CALL, STATUS_TURN } from "../../_support/small_recording.ts";
import { runTurn, type TestAgent, testAgent } from "../../_support/test_agent.ts";

const TICKET = { id: "t", name: "ticket_create", input: '{"subject":"no order"}' };
const REFUND = { id: "r", name: "order_refund", input: '{"orderId":"B-0001","reason":"broken"}' };
const PASSAGE = {
  chunkId: 1,
  documentPath: "x.md",
  title: "Contact",
  text: "Write to help@example.com.",
  score: 0.5,
};

/** Replays on an agent of today. */
async function replay(recording: Recording, replace: Partial<ReplayServices> = {}): Promise<Replayed> {
  return await replayRecording(recording, {
    assemble: (parts, profile) => {
      const knowledge = () => ({ search: () => [PASSAGE] });
      const model = new ScriptedModel([]);
      return Promise.resolve(testAgent(model, { knowledge, ...parts, profile: parseProfile(profile) }).agent);
    },
    recognisers: DEFAULT_RECOGNISERS,
    ...replace,
  });
}

/** Holds a conversation, and records it with the tools of today. */
async function record(
  scene: TestAgent,
  requests: readonly string[],
  react: (event: AgentEvent) => void = () => {},
): Promise<Recording> {
  const log = new MemoryLog();
  const session = scene.agent.openSession({ id: "ses_1", log, interactive: true });
  for (const request of requests) await runTurn(session, request, react);
  return await recordSession(log.records, {
    title: "A conversation",
    now: 0,
    language: "en",
    documents: "index",
    search: "words",
    recognisers: DEFAULT_RECOGNISERS,
    tools: () => toolDefinitions(scene.agent.registry.getAll()),
  });
}

/** Differences without those of tools, for recordings that name none. */
function ofCalls({ differences }: Replayed): Difference[] {
  return differences.filter(({ kind }) => kind !== "table");
}

Deno.test("a recorded call gives today what it gave then, and nothing differs", async () => {
  const replayed = await replay(smallRecording());
  assertEquals([ofCalls(replayed), replayed.skipped, replayed.problems], [[], 0, []]);
});

Deno.test("one changed field of one output is the one difference", async () => {
  const output = structuredClone(STATUS_CALL.output) as { structured: { amount: number } };
  output.structured.amount = 300;
  const recording = smallRecording({ turns: [{ ...STATUS_TURN, calls: [{ ...STATUS_CALL, output }] }] });
  assertEquals(ofCalls(await replay(recording)), [{
    kind: "output",
    turn: 1,
    call: 1,
    tool: "order_query_status",
    path: "output.structured.amount",
    recorded: 300,
    now: 299,
  }]);
});

Deno.test("a tool whose description has changed is the one difference, and none for a model", async () => {
  const scene = testAgent(new ScriptedModel([{ text: ["hi"] }]));
  const recording = await record(scene, ["hello"]);
  const tools = recording.tools.map((tool) =>
    tool.name === "order_query_status"
      ? { ...tool, description: ["When to use: always.", ...tool.description.slice(1)] }
      : tool
  );
  const { differences } = await replay({ ...recording, tools });
  assertEquals(differences.map(({ kind, tool, path, recorded }) => [kind, tool, path, recorded]), [
    ["description", "order_query_status", "description.0", "When to use: always."],
  ]);
  const model = { provider: "test", id: "m", model: new ScriptedModel([{ text: ["hi"] }]) };
  const asked = await replay({ ...recording, tools }, { openModel: () => Promise.resolve(model) });
  assertEquals(asked.differences, []);
});

Deno.test("a write, its repeat, a denial, an edit and a question are replayed as they were decided (H13)", async () => {
  const scene = testAgent(
    new ScriptedModel([
      { calls: [TICKET] },
      { text: ["done"] },
      { calls: [{ ...TICKET, id: "t2" }] },
      { text: ["done already"] },
      { calls: [REFUND] },
      { text: ["not done"] },
      { calls: [{ ...REFUND, id: "r2" }] },
      { text: ["a part"] },
      { calls: [{ id: "q", name: "agent_ask_to_user", input: '{"question":"Which?"}' }] },
      { text: ["thanks"] },
    ]),
  );
  const { interactions } = scene.agent;
  let approvals = 0;
  const recording = await record(scene, ["a", "b", "c", "d", "e"], (event) => {
    if (event.type === "question.asked") interactions.answer(event.request_id, "B-0001", "user");
    if (event.type !== "approval.requested") return;
    interactions.approve(
      event.request_id,
      approvals++ === 0
        ? { decision: "deny", reason: "not today" }
        : { decision: "allow", scope: "once", input: { orderId: "B-0001", amount: 9, reason: "broken" } },
      "user",
    );
  });
  const calls = recording.turns.flatMap(({ calls }) => calls);
  const field = ({ output }: RecordedCall, name: string) => Object(output)[name];
  assertEquals(calls.map((call) => [call.tool, field(call, "status"), field(call, "replayed")]), [
    ["ticket_create", "success", undefined],
    ["ticket_create", "success", true],
    ["order_refund", "error", undefined],
    ["order_refund", "success", undefined],
    ["agent_ask_to_user", "success", undefined],
  ]);
  assertEquals((await replay(recording)).differences, []);
});

Deno.test("a question that nobody could answer stays unanswered, for the recorded reason", async () => {
  const scene = testAgent(
    new ScriptedModel([
      { calls: [{ id: "q", name: "agent_ask_to_user", input: '{"question":"Which?"}' }] },
      { text: ["?"] },
    ]),
  );
  scene.agent.interactions.setAvailability({ questions: { by: "policy", why: "a one-shot run" } });
  const recording = await record(scene, ["hello"]);
  assertEquals(recording.turns[0]?.calls[0]?.reply, { nobody: "a one-shot run" });
  assertEquals((await replay(recording)).differences, []);
});

Deno.test("a ticket of another number and another day is the same, in its field and in its sentence", async () => {
  const scene = testAgent(new ScriptedModel([{ calls: [TICKET] }, { text: ["done"] }]));
  const text = JSON.stringify(await record(scene, ["a"]))
    .replaceAll("TK-20260301-0001", "TK-20260228-0042")
    .replaceAll(/"createdAt":"[^"]+"/g, '"createdAt":"2026-02-28T23:59:59.999Z"');
  assertEquals((await replay(JSON.parse(text))).differences, []);
});

Deno.test("two tickets that have become one are a difference, although numbers may differ", async () => {
  const other = { ...TICKET, id: "t2", input: '{"subject":"other"}' };
  const scene = testAgent(new ScriptedModel([{ calls: [TICKET] }, { calls: [other] }, { text: ["done"] }]));
  const recording = await record(scene, ["a"]);
  const receipt = { reference: "TK-20260301-0001", createdAt: "2026-03-01T09:00:00.000Z", duplicate: false };
  const { differences } = await replay(recording, { desk: new FakeOrderDesk({ receipt }) });
  assertEquals(differences.map(({ call, path, recorded, now }) => [call, path, recorded, now]), [
    [2, "output.structured.ticketId", "TK-20260301-0002", "TK-20260301-0001"],
    [
      2,
      "output.summary",
      "Ticket TK-20260301-0002 was created. Subject: other.",
      "Ticket TK-20260301-0001 was created. Subject: other.",
    ],
  ]);
});

Deno.test("passages are the same under the recorded marks, and personal data in them stays out (T36)", async () => {
  const scene = testAgent(
    new ScriptedModel([
      { calls: [{ id: "k", name: "kb_query", input: '{"query":"contact"}' }] },
      { text: ["[1]"] },
    ]),
    { knowledge: () => ({ search: () => [PASSAGE] }), newNonce: () => "abcd-1234-of-then" },
  );
  const recording = await record(scene, ["Who can I write to?"]);
  assertEquals(JSON.stringify(recording).includes("help@example.com"), false);
  const replayed = await replay(recording);
  assertEquals(replayed.differences, []);
  assertEquals(JSON.stringify(replayed.turns).includes("help@example.com"), false);
});

Deno.test("a result that was an accident of its day is counted, and compared with nothing", async () => {
  const output = {
    status: "error",
    error_type: "timeout",
    message: "no answer",
    recoverable: true,
    suggestion: "",
  };
  const recording = smallRecording({ turns: [{ ...STATUS_TURN, calls: [{ ...STATUS_CALL, output }] }] });
  const replayed = await replay(recording);
  assertEquals([ofCalls(replayed), replayed.skipped], [[], 1]);
});

Deno.test("a back end that is away today is a problem, and nothing to be taken over", async () => {
  const desk = new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now: () => 0 });
  desk.findOrder = () => Promise.reject(new ToolCallError("network", "no route"));
  const recording = smallRecording({ turns: [STATUS_TURN, STATUS_TURN] });
  const { problems, differences } = await replay(recording, { desk });
  assertEquals(problems, [
    "turn 1, call 1, order_query_status: network",
    "turn 2, call 1, order_query_status: network",
  ]);
  assertEquals(differences.some(({ path }) => path === "output.error_type"), true);
});

Deno.test("a write that failed by accident and was done at the next try is done once, as it was then", async () => {
  const at = Date.parse("2026-03-01T09:00:00.000Z");
  for (const type of ["unavailable", "network", "rate_limited", "timeout"] as const) {
    const desk = new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now: () => at });
    let tries = 0;
    const refund = desk.refundOrder.bind(desk);
    desk.refundOrder = (...args) =>
      ++tries === 1 ? Promise.reject(new ToolCallError(type, "not today")) : refund(...args);
    const scene = testAgent(
      new ScriptedModel([
        { calls: [REFUND] },
        { calls: [{ ...REFUND, id: "again" }] },
        { calls: [{ id: "s", name: "order_query_status", input: '{"orderId":"B-0001"}' }] },
        { text: ["done"] },
      ]),
      { desk, confirmTools: "none" },
    );
    const recording = await record(scene, ["Refund B-0001"], (event) => {
      if (event.type === "approval.requested") {
        scene.agent.interactions.approve(event.request_id, { decision: "allow", scope: "once" }, "user");
      }
    });
    const replayed = await replay(recording);
    assertEquals([ofCalls(replayed), replayed.problems], [[], []], type);
  }
});

Deno.test("an earlier request counts as a new one where it did in the recording (H13)", async () => {
  const turn = (again: boolean, number: number): Recording["turns"][number] => ({
    user: "ticket",
    ...(again && { again: true as const }),
    calls: [{
      step: 1,
      tool: "ticket_create",
      input: { subject: "x" },
      output: {
        status: "success",
        summary: `Ticket TK-20260301-000${number} was created. Subject: x.`,
        structured: {
          status: "created",
          ticketId: `TK-20260301-000${number}`,
          subject: "x",
          createdAt: "2026-03-01T09:00:00.000Z",
        },
      },
    }],
    answer: "done",
  });
  const twice = smallRecording({ turns: [turn(false, 1), turn(true, 2)] });
  assertEquals(ofCalls(await replay(twice)), []);
});

Deno.test("a model that chooses the same tools with the same arguments differs in nothing", async () => {
  const replayed = await replay(smallRecording(), {
    openModel: () =>
      Promise.resolve({
        provider: "test",
        id: "m",
        model: new ScriptedModel([
          { calls: [{ id: "x", name: "order_query_status", input: '{"orderId":"A-1024"}' }] },
          { text: ["Other words."] },
        ]),
      }),
  });
  assertEquals([ofCalls(replayed), replayed.subject, replayed.model], [[], "model", "test:m"]);
});

Deno.test("a model's other choices are shown: another argument, a call too many, a call too few", async () => {
  const answers = [
    { calls: [{ id: "x", name: "order_query_status", input: '{"orderId":"B-0001"}' }] },
    { calls: [{ id: "y", name: "kb_query", input: '{"query":"x"}' }] },
    { text: ["Done."] },
    { text: ["No call at all."] },
  ];
  const recording = smallRecording({ turns: [STATUS_TURN, STATUS_TURN] });
  const replayed = await replay(recording, {
    openModel: () => Promise.resolve({ provider: "test", id: "m", model: new ScriptedModel(answers) }),
  });
  assertEquals(ofCalls(replayed), [
    {
      kind: "input",
      turn: 1,
      call: 1,
      tool: "order_query_status",
      path: "input.orderId",
      recorded: "A-1024",
      now: "B-0001",
    },
    {
      kind: "call",
      turn: 1,
      call: 2,
      tool: "kb_query",
      path: "call",
      now: { tool: "kb_query", input: { query: "x" } },
    },
    {
      kind: "call",
      turn: 2,
      call: 1,
      tool: "order_query_status",
      path: "call",
      recorded: { tool: "order_query_status", input: { orderId: "A-1024" } },
    },
  ]);
});

Deno.test("a write that is not in the recording is denied: nobody has allowed it", async () => {
  const { turns } = await replay(smallRecording(), {
    openModel: () =>
      Promise.resolve({
        provider: "test",
        id: "m",
        model: new ScriptedModel([{ calls: [REFUND] }, { text: ["No."] }]),
      }),
  });
  const { error_type, reason } = Object(turns[0]?.calls[0]?.output);
  assertEquals([error_type, reason], ["denied", "the recording holds no decision about this call"]);
});

Deno.test("a model that fails is a problem of the turn, not a difference of the tools", async () => {
  const replayed = await replay(smallRecording(), {
    openModel: () =>
      Promise.resolve({
        provider: "test",
        id: "m",
        model: new ScriptedModel([{ error: new Error("down") }]),
      }),
  });
  assertEquals(replayed.problems.length, 1);
  assertEquals(replayed.problems[0]?.startsWith("turn 1: "), true);
});

Deno.test("tools see the time of the recording, and a model does as well", async () => {
  const times: number[] = [];
  await replay(smallRecording({ turns: [{ ...STATUS_TURN, at: "2026-03-04T05:06:07.000Z" }] }), {
    openModel: (now) => {
      times.push(now());
      return Promise.resolve({
        provider: "test",
        id: "m",
        model: new ScriptedModel([{ text: ["hi"] }]),
      });
    },
    assemble: (parts) => {
      const agent = testAgent(new ScriptedModel([]), parts).agent;
      const openSession: typeof agent.openSession = (request) => {
        const session = agent.openSession(request);
        const prompt = session.prompt.bind(session);
        session.prompt = (text) => (times.push(parts.clock.now()), prompt(text));
        return session;
      };
      return Promise.resolve({ ...agent, openSession });
    },
  });
  assertEquals(times.map((time) => new Date(time).toISOString()), [
    "2026-03-01T09:00:00.000Z",
    "2026-03-04T05:06:07.000Z",
  ]);
});

Deno.test("calls that no tool could take are refused today as they were then", async () => {
  const scene = testAgent(
    new ScriptedModel([
      { calls: [{ id: "a", name: "order_teleport", input: "{}" }] },
      { calls: [{ id: "b", name: "order_query_status", input: '{"orderId":"nonsense"}' }] },
      { calls: [{ id: "c", name: "getOrderStatus", input: '{"orderId":"A-1024"}' }] },
      { text: ["Sorry."] },
    ]),
  );
  const recording = await record(scene, ["hello"]);
  assertEquals(recording.turns[0]?.calls.map(({ tool }) => tool), [
    "order_teleport",
    "order_query_status",
    "order_query_status",
  ]);
  assertEquals((await replay(recording)).differences, []);
});

Deno.test("calls that could not be read, or were cut off, are refused today for the same reason", async () => {
  for (
    const [finish, input] of [["tool-calls", '{"subject":"x'], ["tool-calls", "[1]"], [
      "length",
      "{}",
    ]] as const
  ) {
    const scene = testAgent(
      new ScriptedModel([
        {
          finish,
          calls: [
            { id: "a", name: "ticket_create", input },
            { id: "b", name: "order_query_status", input: '{"orderId":"A-1024"}' },
          ],
        },
        { text: ["Sorry."] },
      ]),
    );
    const recording = await record(scene, [finish === "length" ? "你好" : "hello"]);
    const [refused] = recording.turns[0]?.calls ?? [];
    assertEquals([refused?.input, Object(refused?.output).recoverable], [{}, true]);
    assertEquals((await replay(recording)).differences, []);
  }
});

Deno.test("passages are the same under the recorded marks, also beside a search that was refused and one twice", async () => {
  const search = (id: string, input: string) => ({ id, name: "kb_query", input });
  let nonces = 0;
  const scene = testAgent(
    new ScriptedModel([
      {
        calls: [
          search("a", '{"query":""}'),
          search("b", '{"query":"contact"}'),
          search("c", '{"query":"contact"}'),
          search("d", '{"query":"mail"}'),
        ],
      },
      { text: ["[1]"] },
    ]),
    { knowledge: () => ({ search: () => [PASSAGE] }), newNonce: () => `abcd-1234-${++nonces}` },
  );
  const recording = await record(scene, ["Who can I write to?"]);
  assertEquals(nonces, 2);
  assertEquals((await replay(recording)).differences, []);
});

Deno.test("a guarded session replays by its aliases, with nothing behind them (T36)", async () => {
  const scene = testAgent(
    new ScriptedModel([
      { calls: [{ id: "t", name: "ticket_create", input: '{"subject":"call [[PHONE_1]]"}' }] },
      { text: ["done"] },
    ]),
    { personalData: { recognisers: DEFAULT_RECOGNISERS } },
  );
  const recording = await record(scene, ["Open a ticket: call 13800138000"]);
  assertEquals(recording.turns[0]?.user, "Open a ticket: call [[PHONE_1]]");
  assertEquals((await replay(recording)).differences, []);
});

Deno.test("a turn that ended in a loop, was cut off, or had no words ends in the same way", async () => {
  const again = (id: string) => ({
    calls: [{ id, name: "order_query_status", input: '{"orderId":"A-1024"}' }],
  });
  const scene = testAgent(
    new ScriptedModel([again("a"), again("b"), again("c"), again("d"), again("e"), again("f"), {
      text: ["x"],
    }]),
  );
  const looping = await record(scene, ["hello"]);
  const outputs = looping.turns[0]?.calls.map(({ output }) => Object(output).error_type ?? "ok");
  assertEquals(outputs?.includes("loop"), true);
  const replayed = await replay(looping);
  assertEquals([replayed.differences, replayed.problems], [[], []]);
  const silent = await replay(
    smallRecording({ turns: [{ user: "hi", calls: [], answer: "" }, STATUS_TURN] }),
  );
  assertEquals([ofCalls(silent), silent.problems, silent.turns.length], [[], [], 2]);
});
