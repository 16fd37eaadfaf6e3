import { assertEquals } from "@std/assert";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { counted } from "../../_support/token_counts.ts";
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

/** What stays the same when a turn is told again. */
function told({ seq: _seq, ts: _ts, replay: _replay, input_id: _input, ...event }: Fields): Fields {
  return event;
}

Deno.test("a prompt with a key that was seen gets the same events again, and the model is not asked (H1)", async () => {
  const client = new JsonClient([HELLO]);
  client.send(prompt("1", { idempotency_key: "k" }));
  await client.next({ type: "turn.completed" });
  await flushMicrotasks();
  client.send(prompt("2", { idempotency_key: "k" }));
  assertEquals((await client.finish()).exitCode, 0);
  const turnEvents = client.events.filter(({ turn_id }) => turn_id !== undefined);
  const [first, second] = [
    turnEvents.filter(({ replay }) => !replay),
    turnEvents.filter(({ replay }) => replay),
  ];
  assertEquals(first.length, 5);
  assertEquals(second.map(told), first.map(told));
  assertEquals(client.of("turn.started").map(({ input_id, replay }) => [input_id, replay]), [
    ["1", undefined],
    ["2", true],
  ]);
  assertEquals(client.events.map(({ seq }) => seq), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assertEquals(client.model.prompts.length, 1);
  assertEquals((await client.next({ type: "response", id: "2" })).result, { replay: true });
});

Deno.test("a prompt with the key of the turn that runs waits for it, and then gets its events (H1)", async () => {
  const client = new JsonClient([REFUND, HELLO]);
  client.send(ASKS, prompt("1", { idempotency_key: "k" }));
  const { request_id } = await client.next({ type: "approval.requested" });
  client.send(prompt("2", { idempotency_key: "k" }));
  const response = await client.next({ type: "response", id: "2" });
  assertEquals([response.ok, response.result], [true, { replay: true, queued: true }]);
  // The approval still waits: a repeated prompt is no new message.
  assertEquals(client.of("approval.resolved"), []);
  client.send({ id: "a", type: "approve", request_id, decision: "allow" });
  await client.finish();
  assertEquals(client.of("turn.started").map(({ input_id }) => input_id), ["1", "2"]);
  assertEquals(client.of("turn.completed").map(({ replay, text }) => [replay, text]), [
    [undefined, "Hello."],
    [true, "Hello."],
  ]);
  assertEquals(client.model.prompts.length, 2);
});

Deno.test("a prompt with the key of one that waits gets that one's events", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(prompt("1"), prompt("2", { idempotency_key: "k", on_busy: "queue" }));
  client.send(prompt("3", { idempotency_key: "k" }), { id: "c", type: "cancel" });
  await client.finish();
  assertEquals(client.of("turn.started").map(({ input_id, replay }) => [input_id, replay]), [
    ["1", undefined],
    ["2", undefined],
    ["3", true],
  ]);
  assertEquals(client.model.prompts.length, 2);
});

Deno.test("a turn that waits to be told again is, even if 100 other keys come in the meantime", async () => {
  const others = Array.from({ length: 100 }, (_, at) => `${at}`);
  const client = new JsonClient([HELLO, HANGS, ...others.map(() => HELLO)]);
  client.send(prompt("first", { idempotency_key: "k" }));
  await client.next({ type: "turn.completed" });
  client.send(prompt("holds"), prompt("again", { idempotency_key: "k" }));
  for (const id of others) client.send(prompt(id, { idempotency_key: id, on_busy: "queue" }));
  // The hundredth key has pushed the first one out: from now on that is a new one.
  client.send({ id: "s", type: "state" }, prompt("late", { idempotency_key: "k" }), {
    id: "c",
    type: "cancel",
  });
  await client.finish();
  assertEquals(((await client.next({ id: "s" })).result as Fields).replays, 100);
  assertEquals(client.of("turn.started").slice(0, 4).map(({ input_id, replay }) => [input_id, replay]), [
    ["first", undefined],
    ["holds", undefined],
    ["again", true],
    ["0", undefined],
  ]);
  assertEquals(client.responses().slice(-2), [["late", false, "busy"], ["c", true]]);
  assertEquals(client.model.prompts.length, 102);
});

Deno.test("the key of a prompt that was dropped is free again", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(prompt("1"), prompt("2", { idempotency_key: "k", on_busy: "queue" }), {
    id: "s",
    type: "state",
  });
  await client.next({ id: "s" });
  client.json.interrupt();
  await client.next({ type: "turn.completed" });
  client.send(prompt("3", { idempotency_key: "k" }));
  await client.finish();
  assertEquals(client.of("turn.started").map(({ input_id, replay }) => [input_id, replay]), [
    ["1", undefined],
    ["3", undefined],
  ]);
});

Deno.test("a key that was used with another text is refused", async () => {
  const client = new JsonClient([HELLO]);
  client.send(prompt("1", { idempotency_key: "k" }), prompt("2", { idempotency_key: "k", text: "bye" }));
  await client.finish();
  assertEquals(client.responses(), [["1", true], ["2", false, "bad_request"]]);
  assertEquals(client.of("turn.completed").length, 1);
});

Deno.test("a turn that failed or was cancelled is told again as it was, exit code included", async () => {
  const client = new JsonClient([HANGS, HELLO]);
  client.send(prompt("1", { idempotency_key: "k" }));
  await client.next({ type: "message.delta" });
  client.send({ id: "c", type: "cancel" });
  await client.next({ type: "turn.completed" });
  client.send(prompt("2"), prompt("3", { idempotency_key: "k" }));
  assertEquals((await client.finish()).exitCode, 1);
  assertEquals(client.of("turn.completed").map(({ status }) => status), [
    "cancelled",
    "completed",
    "cancelled",
  ]);
});

Deno.test("state counts the turns that are remembered, and names the prompts that wait", async () => {
  const client = new JsonClient([HELLO, HANGS, HELLO]);
  client.send(prompt("1", { idempotency_key: "k" }));
  await client.next({ type: "turn.completed" });
  client.send(prompt("2"), prompt("3", { on_busy: "queue" }), { id: "s", type: "state" });
  const { turns, replays, queue, usage } = (await client.next({ id: "s" })).result as Fields;
  assertEquals([turns, replays, queue, usage], [
    1,
    1,
    ["3"],
    { ...counted(10, 5) },
  ]);
  client.send({ id: "c", type: "cancel" });
  await client.finish();
});

Deno.test("shutdown says which prompts will not run", async () => {
  const client = new JsonClient([HANGS]);
  client.send(prompt("1"), prompt("2", { on_busy: "queue" }), prompt("3", { on_busy: "queue" }));
  client.send({ id: "x", type: "shutdown" });
  await client.end;
  assertEquals(client.of("warning").map(({ code, input_id, message }) => [code, input_id, message]), [
    ["prompt_dropped", "2", "The prompt did not run: the client shut the session down"],
    ["prompt_dropped", "3", "The prompt did not run: the client shut the session down"],
  ]);
  assertEquals(client.events.at(-1)?.type, "turn.completed");
});

Deno.test("interrupt() says which prompts will not run (T29)", async () => {
  const client = new JsonClient([HANGS]);
  client.send(prompt("1"), prompt("2", { on_busy: "queue" }), { id: "s", type: "state" });
  await client.next({ id: "s" });
  client.json.interrupt();
  await client.finish();
  assertEquals(client.of("warning").map(({ code, input_id }) => [code, input_id]), [["prompt_dropped", "2"]]);
});

Deno.test("terminate() says so of a prompt whose response is still being written (T30)", async () => {
  const client = new JsonClient([]);
  const release = client.output.hold((line) => line.includes('"type":"response"'));
  client.send(prompt("1"));
  await client.next({ type: "response" });
  const terminated = client.json.terminate(143);
  release();
  await terminated;
  assertEquals(client.events.map(({ type, code, input_id }) => [type, code, input_id]), [
    ["response", undefined, undefined],
    ["warning", "prompt_dropped", "1"],
  ]);
});

Deno.test("a session that waits for a person sends heartbeats, unless the client does without (T20)", async () => {
  for (const [opt_out, beats] of [[[], ["approval", "approval"]], [["heartbeat"], []]]) {
    const client = new JsonClient([REFUND, HELLO]);
    client.send({ ...ASKS, opt_out }, prompt("1"));
    const { request_id } = await client.next({ type: "approval.requested" });
    for (let round = 0; round < 2; round++) {
      await flushMicrotasks();
      client.clock.advance(15_000);
    }
    client.send({ id: "a", type: "approve", request_id, decision: "allow" });
    await client.finish();
    assertEquals(client.of("heartbeat").map(({ state }) => state), beats);
    assertEquals(client.clock.pendingTimers, 0);
  }
});
