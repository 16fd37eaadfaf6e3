import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { OutputClosedError } from "../../../cli/output_stream.ts";
import { flushMicrotasks, isSettled } from "../../_support/flush_microtasks.ts";
import { type Fields, JsonClient } from "../../_support/json_client.ts";
import type { ScriptedAnswer } from "../../_support/scripted_model.ts";

const HELLO: ScriptedAnswer = { text: ["Hel", "lo."] };
const HANGS: ScriptedAnswer = { text: ["Wait"], hangs: true };
const REFUND: ScriptedAnswer = {
  calls: [{ id: "c1", name: "order_refund", input: '{"orderId":"B-0001","reason":"broken"}' }],
};
const ASKS = { id: "i", type: "initialize", protocol: 1, capabilities: { approvals: true } };

function prompt(id: string, more: Fields = {}): Fields {
  return { id, type: "prompt", text: "hi", ...more };
}

Deno.test("JsonSession ends with the input, code 0 when no turn ran", async () => {
  const client = new JsonClient([]);
  assertEquals(await client.finish(), { exitCode: 0, reason: "eof" });
  assertEquals(client.events, []);
});

Deno.test("JsonSession answers a prompt before the turn's events, and names the prompt in turn.started", async () => {
  const client = new JsonClient([HELLO]);
  client.send(prompt("1"));
  assertEquals(await client.finish(), { exitCode: 0, reason: "eof" });
  assertEquals(client.events.map(({ type }) => type), [
    "response",
    "turn.started",
    "message.delta",
    "message.delta",
    "message.completed",
    "turn.completed",
  ]);
  assertEquals(client.of("turn.started")[0]?.input_id, "1");
});

Deno.test("JsonSession says why a line could not be read, and goes on (T7, T12)", async () => {
  const client = new JsonClient([]);
  client.lines.push({ error: "line_too_long", limitBytes: 8 });
  client.lines.push({ error: "invalid_utf8", offset: 7 });
  client.lines.push({ text: "{" });
  client.send({ id: "p", type: "ping" });
  await client.finish();
  assertEquals(client.responses(), [
    [null, false, "line_too_long"],
    [null, false, "parse_error"],
    [null, false, "parse_error"],
    ["p", true],
  ]);
  assertEquals(client.of("response").slice(0, 2).map(({ error }) => (error as Fields).message), [
    "Cannot read the line: it is longer than 8 bytes",
    "Cannot read the line: byte 7 is no UTF-8",
  ]);
});

Deno.test("JsonSession answers every command exactly once, in order (T7)", async () => {
  const command = fc.constantFrom<Fields>(
    ASKS,
    { type: "prompt", text: "hi" },
    { type: "prompt", text: "hi", on_busy: "queue" },
    { type: "prompt" },
    { type: "approve", request_id: "apr_x", decision: "allow" },
    { type: "approve", request_id: "apr_x", decision: "deny", stop_turn: true },
    { type: "answer", request_id: "qst_x", text: "y" },
    { type: "cancel" },
    { type: "state" },
    { type: "ping" },
    { type: "pong" },
    {},
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
      const client = new JsonClient(commands.map(() => HELLO));
      client.send(...commands.map((fields, at) => ({ ...fields, id: `${at}` })));
      const end = await client.finish();
      assertEquals(client.of("response").map(({ id }) => id), commands.map((_, at) => `${at}`));
      // What was accepted has run, what was refused has not; each turn ended once.
      const accepted = client.of("response").filter(({ id, ok }) =>
        ok && commands[Number(id)]?.type === "prompt"
      );
      assertEquals(client.of("turn.started").map(({ input_id }) => input_id), accepted.map(({ id }) => id));
      assertEquals(client.of("turn.completed").length, accepted.length);
      const last = client.of("turn.completed").at(-1)?.status ?? "completed";
      assertEquals(end, { exitCode: last === "completed" ? 0 : 1, reason: "eof" });
    }),
    { numRuns: 60 },
  );
});

Deno.test("JsonSession leaves out message.delta on request, and nothing else", async () => {
  const client = new JsonClient([HELLO]);
  const types = [
    "message.delta",
    "message.completed",
    "turn.started",
    "turn.completed",
    "response",
    "error",
    "*",
  ];
  client.send({ ...ASKS, opt_out: types }, prompt("1"));
  await client.finish();
  assertEquals(client.events.map(({ type }) => type), [
    "response",
    "response",
    "turn.started",
    "message.completed",
    "turn.completed",
  ]);
  assertEquals(client.of("message.completed")[0]?.text, "Hello.");
});

Deno.test("JsonSession answers initialize with the protocol and the commands", async () => {
  const client = new JsonClient([]);
  client.send(ASKS);
  await client.finish();
  assertEquals(client.of("response")[0]?.result, {
    protocol: 1,
    commands: ["initialize", "prompt", "approve", "answer", "cancel", "state", "set", "ping", "shutdown"],
    capabilities: ["approvals", "questions", "queue", "idempotency_key", "set_model", "heartbeat"],
    limits: {
      max_line_bytes: 8_388_608,
      max_output_bytes: 16_384,
      max_steps: 8,
      max_replayed_turns: 100,
    },
    optional_events: ["message.delta", "tool.started", "retry", "heartbeat"],
    opted_out: [],
  });
});

Deno.test("JsonSession refuses initialize after a prompt, and does not take its word", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send({ id: "bad", type: "prompt" }, prompt("1"), { ...ASKS, opt_out: ["message.delta"] });
  assertEquals((await client.next({ type: "approval.resolved" })).by, "policy");
  assertEquals((await client.finish()).exitCode, 4);
  assertEquals(client.responses(), [["bad", false, "bad_request"], ["1", true], ["i", false, "bad_request"]]);
  assert(client.of("message.delta").length > 0);
});

Deno.test("JsonSession takes initialize after a prompt that it refused", async () => {
  const client = new JsonClient([]);
  client.send({ id: "bad", type: "prompt" }, ASKS);
  await client.finish();
  assertEquals(client.responses(), [["bad", false, "bad_request"], ["i", true]]);
});

Deno.test("JsonSession ends with 2 on a protocol that it does not speak, and reads no further", async () => {
  const client = new JsonClient([]);
  client.send({ ...ASKS, protocol: 2 }, { id: "p", type: "ping" });
  assertEquals(await client.end, { exitCode: 2, reason: "unsupported_protocol" });
  await flushMicrotasks();
  assertEquals(client.responses(), [["i", false, "bad_request"]]);
  assertEquals((client.of("response")[0]?.error as Fields).valid, ["1"]);
});

Deno.test("JsonSession closes the running turn before it ends for an unsupported protocol (T15)", async () => {
  const client = new JsonClient([HANGS]);
  client.send(prompt("1"), prompt("2", { on_busy: "queue" }));
  await client.next({ type: "message.delta" });
  client.send({ ...ASKS, protocol: 2 });
  assertEquals(await client.end, { exitCode: 2, reason: "unsupported_protocol" });
  assertEquals(client.events.at(-1)?.type, "turn.completed");
  assertEquals(client.of("turn.completed").map(({ status }) => status), ["cancelled"]);
});

Deno.test("JsonSession refuses a prompt while a turn runs, and queues it on request", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(
    prompt("1"),
    prompt("2"),
    prompt("3", { on_busy: "reject" }),
    prompt("4", { on_busy: "queue" }),
  );
  client.send({ id: "s", type: "state" });
  const state = await client.next({ id: "s" });
  assertEquals(state.result, {
    session_id: "ses_test",
    model: { provider: "test", id: "scripted" },
    busy: true,
    turns: 0,
    queued: 1,
    queue: ["4"],
    usage: null,
    replays: 0,
    messages: 1,
    pending: { approvals: [], questions: [] },
    grants: [],
  });
  client.send({ id: "c", type: "cancel" });
  assertEquals(await client.finish(), { exitCode: 0, reason: "eof" });
  assertEquals(client.responses(), [
    ["1", true],
    ["2", false, "busy"],
    ["3", false, "busy"],
    ["4", true],
    ["s", true],
    ["c", true],
  ]);
  assertEquals((await client.next({ type: "response", id: "4" })).result, { queued: true });
  assertEquals(client.of("turn.completed").map(({ status }) => status), ["cancelled", "completed"]);
});

Deno.test("JsonSession accepts the next prompt as soon as turn.completed is on its way", async () => {
  const client = new JsonClient([HELLO, HELLO]);
  const release = client.output.hold((line) => line.includes('"type":"turn.completed"'));
  client.send(prompt("1"));
  await client.next({ type: "turn.completed" });
  client.send(prompt("2"));
  const response = await client.next({ type: "response", id: "2" });
  assertEquals([response.ok, response.result], [true, undefined]);
  release();
  assertEquals((await client.finish()).exitCode, 0);
  assertEquals(client.of("turn.started").map(({ input_id }) => input_id), ["1", "2"]);
});

Deno.test("JsonSession accepts only one prompt between two turns", async () => {
  const client = new JsonClient([HELLO, HELLO, HELLO]);
  const release = client.output.hold((line) => line.includes('"type":"turn.completed"'));
  client.send(prompt("1"));
  await client.next({ type: "turn.completed" });
  client.send(prompt("2"), prompt("3"), prompt("4", { on_busy: "queue" }));
  const queued = await client.next({ type: "response", id: "4" });
  assertEquals(queued.result, { queued: true });
  release();
  await client.finish();
  assertEquals(client.responses(), [["1", true], ["2", true], ["3", false, "busy"], ["4", true]]);
  assertEquals(client.of("turn.started").map(({ input_id }) => input_id), ["1", "2", "4"]);
});

Deno.test("JsonSession has nothing to cancel between turns", async () => {
  const client = new JsonClient([HELLO]);
  client.send({ id: "c1", type: "cancel" }, prompt("1"));
  await client.next({ type: "turn.completed" });
  client.send({ id: "c2", type: "cancel" });
  await client.finish();
  assertEquals(client.responses(), [["c1", false, "not_found"], ["1", true], ["c2", false, "not_found"]]);
});

Deno.test("JsonSession takes an answer once: a second one finds nothing that waits (T27)", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1"));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send({ id: "a", type: "approve", request_id, decision: "deny", reason: "不行" });
  const resolved = await client.next({ type: "approval.resolved" });
  assertEquals([resolved.decision, resolved.by, resolved.reason], ["deny", "client", "不行"]);
  client.send({ id: "b", type: "approve", request_id, decision: "allow" });
  assertEquals((await client.finish()).exitCode, 4);
  assertEquals(client.responses().slice(2), [["a", true], ["b", false, "not_found"]]);
});

Deno.test("JsonSession denies what waits when a new message comes instead of a decision (H25)", async () => {
  const client = new JsonClient([REFUND, HELLO, { text: ["Where is it?"] }]);
  client.send(ASKS, prompt("1"));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send(prompt("2"), { id: "late", type: "approve", request_id, decision: "allow" });
  const end = await client.finish();
  assertEquals(end.exitCode, 0);
  assertEquals(client.responses().slice(1), [["1", true], ["2", true], ["late", false, "not_found"]]);
  assertEquals(
    client.of("approval.resolved").map(({ decision, by, reason }) => [decision, by, reason]),
    [["deny", "client", "a new message came instead of a decision"]],
  );
  assertEquals(client.of("turn.completed").map(({ status }) => status), ["blocked", "completed"]);
});

Deno.test("JsonSession leaves an approval alone when a prompt says that it will wait, or would rather be refused", async () => {
  const client = new JsonClient([REFUND, HELLO, HELLO]);
  client.send(ASKS, prompt("1"));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send(prompt("2", { on_busy: "queue" }), prompt("3", { on_busy: "reject" }));
  await client.next({ type: "response", id: "3" });
  assertEquals(client.of("approval.resolved"), []);
  client.send({ id: "a", type: "approve", request_id, decision: "allow" });
  await client.finish();
  assertEquals(client.responses().slice(1), [["1", true], ["2", true], ["3", false, "busy"], ["a", true]]);
  assertEquals(client.of("turn.completed").map(({ status }) => status), ["completed", "completed"]);
});

Deno.test("JsonSession lists what is allowed for the session, and takes it back", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1"));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send({ id: "a", type: "approve", request_id, decision: "allow", scope: "session" });
  await client.next({ type: "turn.completed" });
  client.send({ id: "s1", type: "state" }, {
    id: "w",
    type: "set",
    withdraw_approvals: ["kb_query", "order_refund"],
  });
  client.send({ id: "s2", type: "state" });
  await client.finish();
  const grantsOf = (id: string) => {
    const state = client.of("response").find((response) => response.id === id)?.result as Fields;
    return (state.grants as Fields[]).map(({ tool, rule }) => [tool, rule]);
  };
  assertEquals([grantsOf("s1"), grantsOf("s2")], [[["order_refund", "high_risk"]], []]);
  assertEquals(client.of("response").find(({ id }) => id === "w")?.result, { withdrawn: 1 });
});

Deno.test("JsonSession denies by a decision that names other arguments than those that were shown (H22)", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1"));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send({ id: "a", type: "approve", request_id, decision: "allow", input_sha256: "00" });
  assertEquals((await client.finish()).exitCode, 4);
  assertEquals(client.of("tool.completed").map(({ status }) => status), ["denied"]);
  assertEquals(client.of("approval.resolved").map(({ decision, by, reason }) => [decision, by, reason]), [
    ["deny", "policy", "the decision was about other arguments"],
  ]);
});

Deno.test("JsonSession keeps questions and approvals apart (T27)", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1"));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send({ id: "a", type: "answer", request_id, text: "allow" });
  const refused = await client.next({ id: "a" });
  assertEquals(refused.error, {
    code: "not_found",
    message: `Cannot answer ${JSON.stringify(request_id)}: nothing of that id waits`,
    valid: [],
  });
  await client.finish();
});

Deno.test("JsonSession settles what waits when the input ends, and what would be asked later (T5)", async () => {
  const client = new JsonClient([REFUND, HELLO, {
    calls: [{ id: "c2", name: "order_cancel", input: '{"orderId":"A-2048","reason":"x"}' }],
  }, HELLO]);
  client.send(ASKS, prompt("1"), prompt("2", { on_busy: "queue" }));
  await client.next({ type: "approval.requested" });
  assertEquals(await client.finish(), { exitCode: 4, reason: "eof" });
  assertEquals(client.of("approval.resolved").map(({ decision, by }) => [decision, by]), [
    ["deny", "eof"],
    ["deny", "eof"],
  ]);
});

Deno.test("JsonSession cancels the turn and drops the queue on shutdown, and reads no further", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(prompt("1"), prompt("2", { on_busy: "queue" }));
  await client.next({ type: "message.delta" });
  client.send({ id: "x", type: "shutdown" }, { id: "p", type: "ping" });
  assertEquals(await client.end, { exitCode: 1, reason: "shutdown" });
  await flushMicrotasks();
  assertEquals(client.responses(), [["1", true], ["2", true], ["x", true]]);
  assertEquals(client.events.at(-1)?.type, "turn.completed");
  assertEquals(client.of("turn.completed").map(({ status }) => status), ["cancelled"]);
});

Deno.test("JsonSession denies what waits on shutdown", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1"));
  await client.next({ type: "approval.requested" });
  client.send({ id: "x", type: "shutdown" });
  await client.end;
  assertEquals(client.of("approval.resolved").map(({ decision, by }) => [decision, by]), [[
    "deny",
    "cancel",
  ]]);
});

Deno.test("JsonSession ends at once on shutdown between turns, with the last turn's code", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(prompt("1"));
  await client.next({ type: "turn.completed" });
  client.send({ id: "x", type: "shutdown" });
  assertEquals(await client.end, { exitCode: 4, reason: "shutdown" });
});

Deno.test("interrupt() cancels the turn the first time and gives up the second time (T29, T30)", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(prompt("1"), prompt("2", { on_busy: "queue" }), { id: "s", type: "state" });
  await client.next({ id: "s" });
  assertEquals([client.json.interrupt(), client.json.interrupt()], [true, false]);
  assertEquals(await client.finish(), { exitCode: 130, reason: "eof" });
  assertEquals(client.of("turn.completed").map(({ status }) => status), ["cancelled"]);
});

Deno.test("interrupt() has nothing to do before, between and after turns", async () => {
  const client = new JsonClient([HELLO]);
  assertEquals(client.json.interrupt(), false);
  client.send(prompt("1"));
  await client.next({ type: "turn.completed" });
  await flushMicrotasks();
  assertEquals(client.json.interrupt(), false);
  assertEquals(await client.finish(), { exitCode: 0, reason: "eof" });
});

Deno.test("interrupt() is over with its turn: the next one counts for itself (T31)", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(prompt("1"));
  await client.next({ type: "message.delta" });
  assert(client.json.interrupt());
  await client.next({ type: "turn.completed" });
  client.send(prompt("2"));
  assertEquals(await client.finish(), { exitCode: 0, reason: "eof" });
});

Deno.test("terminate() closes the turn, denies what waits and ends with the signal's code (T29, T30)", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1"));
  await client.next({ type: "approval.requested" });
  await client.json.terminate(143);
  assertEquals(client.events.at(-1)?.type, "turn.completed");
  assertEquals(await client.end, { exitCode: 143, reason: "signal" });
  assertEquals(client.of("approval.resolved")[0]?.by, "cancel");
});

Deno.test("terminate() has the last word when the input has ended already (T29)", async () => {
  const client = new JsonClient([HANGS]);
  client.send(prompt("1"));
  await client.next({ type: "message.delta" });
  client.lines.close();
  await flushMicrotasks();
  await client.json.terminate(143);
  assertEquals(await client.end, { exitCode: 143, reason: "signal" });
});

Deno.test("terminate() has the last word during a shutdown (T29)", async () => {
  const client = new JsonClient([HELLO]);
  const release = client.output.hold((line) => line.includes('"type":"turn.completed"'));
  client.send(prompt("1"));
  await client.next({ type: "turn.completed" });
  client.send({ id: "x", type: "shutdown" });
  await client.next({ id: "x" });
  await flushMicrotasks();
  const terminated = client.json.terminate(129);
  release();
  await terminated;
  assertEquals(await client.end, { exitCode: 129, reason: "signal" });
});

Deno.test("terminate() starts no turn for a prompt whose response is still being written", async () => {
  const client = new JsonClient([HELLO]);
  const release = client.output.hold((line) => line.includes('"type":"response"'));
  client.send(prompt("1"));
  await client.next({ type: "response" });
  const terminated = client.json.terminate(143);
  release();
  await terminated;
  await client.end;
  await flushMicrotasks();
  assertEquals([client.model.prompts.length, client.of("turn.started").length], [0, 0]);
});

Deno.test("run() rejects and cancels the turn when nobody reads its events (T16)", async () => {
  const client = new JsonClient([HANGS]);
  client.send(prompt("1"));
  await client.next({ type: "turn.started" });
  client.output.failure = new OutputClosedError("gone");
  await assertRejects(() => client.end, OutputClosedError, "gone");
  await flushMicrotasks();
  assertEquals(client.busy(), false);
});

Deno.test("run() rejects and cancels the turn when nobody reads its responses (T16)", async () => {
  const client = new JsonClient([HANGS]);
  client.send(prompt("1"));
  await client.next({ type: "message.delta" });
  client.output.failure = new OutputClosedError("gone");
  client.send({ id: "p", type: "ping" });
  await assertRejects(() => client.end, OutputClosedError, "gone");
  await flushMicrotasks();
  assertEquals(client.busy(), false);
});

Deno.test("run() waits while a slow reader holds an event up (T13)", async () => {
  const client = new JsonClient([]);
  const release = client.output.hold(() => true);
  client.send({ id: "p", type: "ping" });
  client.lines.close();
  assertEquals(await isSettled(client.end), false);
  release();
  assertEquals(await client.end, { exitCode: 0, reason: "eof" });
});
