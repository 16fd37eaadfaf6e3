import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { idempotency } from "../../shells/idempotency.ts";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { timeout } from "../../shells/timeout.ts";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import type { AgentTool, CallFacts, JsonValue, Language } from "../../tools/types.ts";
import { ToolCallError } from "../../tools/types.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool, ManualTool, READ, WRITE } from "../_support/fake_tool.ts";
import { flushMicrotasks } from "../_support/flush_microtasks.ts";

const DONE = { status: "success", summary: "Refunded.", structured: { status: "refunded" } };
const INPUT = { orderId: "A-1024" };

function setUp({ language = "en" }: { language?: Language } = {}) {
  const clock = new FakeClock();
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
  });
  const wrap = (tool: AgentTool, scope: JsonValue = ["session-1", 0]) =>
    idempotency({ registry, scope: () => scope, language: () => language })(tool, { name: "order_refund" });
  return { clock, registry, wrap };
}

function factsOf(tool: AgentTool, input: unknown = INPUT): Promise<CallFacts> {
  const facts: CallFacts = {};
  return callTool(tool, input, { report: (more) => Object.assign(facts, more) }).then(() => facts);
}

Deno.test("idempotency() shares one execution among equal concurrent calls (H1)", async () => {
  const { wrap } = setUp();
  const manual = new ManualTool();
  const tool = wrap(manual.tool);
  const calls = Array.from({ length: 50 }, () => callTool(tool, INPUT));
  await flushMicrotasks();
  assertEquals(manual.count, 1);
  manual.execution(0).resolve(DONE);
  const results = await Promise.all(calls);
  assertEquals(results[0], DONE);
  assertEquals(results.slice(1), Array.from({ length: 49 }, () => ({ ...DONE, replayed: true })));
});

Deno.test("idempotency() labels a replay, and changes nothing else of it (H13, H21)", async () => {
  const { wrap } = setUp();
  let count = 0;
  const tool = wrap(fakeTool(() => {
    count++;
    return Promise.resolve({ ...DONE, structured: { at: new Date(0), none: undefined } });
  }));
  const expected = { ...DONE, structured: { at: "1970-01-01T00:00:00.000Z" } };
  assertEquals(await callTool(tool, INPUT), expected);
  assertEquals(await callTool(tool, INPUT), { ...expected, replayed: true });
  assertEquals(count, 1);
});

Deno.test("idempotency() replays what is no envelope as it is", async () => {
  const { wrap } = setUp();
  for (const value of ["text", 7, [1, 2], null, { plain: true }]) {
    const tool = wrap(fakeTool(() => value), ["session", JSON.stringify(value)]);
    assertEquals(await callTool(tool, INPUT), value);
    assertEquals(await callTool(tool, INPUT), value);
  }
});

Deno.test("idempotency() keeps the last value of a tool that yields (H9)", async () => {
  const { wrap } = setUp();
  let count = 0;
  const tool = wrap(fakeTool(async function* () {
    count++;
    yield { status: "success", summary: "Working" };
    await Promise.resolve();
    yield DONE;
  }));
  assertEquals(await callTool(tool, INPUT), DONE);
  assertEquals(await callTool(tool, INPUT), { ...DONE, replayed: true });
  assertEquals(count, 1);
});

Deno.test("idempotency() runs three reads in a row three times and labels none (H13)", async () => {
  const { wrap } = setUp();
  let count = 0;
  const tool = wrap(fakeTool(() => ({ ...DONE, count: ++count }), READ));
  for (const expected of [1, 2, 3]) assertEquals(await callTool(tool, INPUT), { ...DONE, count: expected });
});

Deno.test("idempotency() shares a read in flight and labels nobody's result (H13)", async () => {
  const { wrap } = setUp();
  const manual = new ManualTool(READ);
  const tool = wrap(manual.tool);
  const calls = [callTool(tool, INPUT), callTool(tool, INPUT)];
  await flushMicrotasks();
  manual.execution(0).resolve(DONE);
  assertEquals(await Promise.all(calls), [DONE, DONE]);
  assertEquals(manual.count, 1);
});

Deno.test("idempotency() runs a write again in a new epoch of the session (H13)", async () => {
  const { wrap } = setUp();
  let count = 0;
  const tool = fakeTool(() => ({ ...DONE, count: ++count }));
  await callTool(wrap(tool, ["session-1", 0]), INPUT);
  assertEquals(await callTool(wrap(tool, ["session-1", 1]), INPUT), { ...DONE, count: 2 });
  assertEquals(await callTool(wrap(tool, ["session-1", 0]), INPUT), { ...DONE, count: 1, replayed: true });
});

Deno.test("idempotency() runs a write again whose first try failed", async () => {
  const { wrap } = setUp();
  let count = 0;
  const tool = wrap(fakeTool(() => {
    if (++count === 1) throw new Error("The desk is closed");
    return DONE;
  }));
  await assertRejects(() => callTool(tool, INPUT), Error, "The desk is closed");
  assertEquals(await callTool(tool, INPUT), DONE);
  assertEquals(count, 2);
});

Deno.test("idempotency() gives a write a request id and a shared read none", async () => {
  const { wrap } = setUp();
  const ids: unknown[] = [];
  const execute: AgentTool["execute"] = (_input, { requestId }) => void ids.push(requestId);
  await callTool(wrap(fakeTool(execute)), INPUT);
  await callTool(wrap(fakeTool(execute, READ)), { orderId: "another" });
  const [ofWrite, ofRead] = ids;
  assert(typeof ofWrite === "string");
  assertEquals(/^req_[0-9a-f-]{36}$/.test(ofWrite), true);
  assertEquals([ofRead, ids.length], [undefined, 2]);
});

Deno.test("idempotency() says in words that a result could not be kept (H3)", async () => {
  const summaries = {
    en: "order_refund was carried out before and was not repeated; its result could not be kept.",
    zh: "order_refund 之前已经执行过，没有重复执行，但当时的结果没能保存下来。",
  };
  for (const language of ["en", "zh"] as const) {
    const { wrap } = setUp({ language });
    const circular: Record<string, unknown> = { status: "success" };
    circular.self = circular;
    let count = 0;
    const tool = wrap(fakeTool(() => (count++, circular)));
    assertStrictEquals(await callTool(tool, INPUT), circular);
    assertEquals(await callTool(tool, INPUT), {
      status: "success",
      summary: summaries[language],
      structured: { status: "result_lost" },
      replayed: true,
    });
    assertEquals(count, 1);
  }
});

Deno.test("idempotency() reports an execution, a replay and a shared one", async () => {
  const { wrap } = setUp();
  const manual = new ManualTool();
  const tool = wrap(manual.tool);
  const calls = [factsOf(tool), factsOf(tool)];
  await flushMicrotasks();
  manual.execution(0).resolve(DONE);
  const [executed, shared] = await Promise.all(calls);
  const replayed = await factsOf(tool);
  const key = executed?.idempotency?.key;
  assert(key !== undefined);
  assertEquals(/^[0-9a-f]{16}$/.test(key), true);
  const hit = { attempts: 0, replayed: true, idempotency: { key, hit: true, store: "memory" } };
  assertEquals([executed, shared, replayed], [
    { attempts: 1, replayed: false, idempotency: { key, hit: false, store: "memory" } },
    hit,
    hit,
  ]);
});

Deno.test("idempotency() reports no record for a read, nor for what has no fingerprint", async () => {
  const { wrap } = setUp();
  assertEquals(await factsOf(wrap(fakeTool(() => DONE, READ))), { attempts: 1, replayed: false });
  assertEquals(await factsOf(wrap(fakeTool(() => DONE)), { call: () => {} }), {
    attempts: 1,
    replayed: false,
  });
});

Deno.test("idempotency() reports no execution for a caller who left before", async () => {
  const { wrap } = setUp();
  let count = 0;
  const facts: CallFacts = {};
  const tool = wrap(fakeTool(() => count++));
  const report = (more: CallFacts) => void Object.assign(facts, more);
  await assertRejects(() =>
    callTool(tool, INPUT, { abortSignal: AbortSignal.abort(new Error("gone")), report })
  );
  assertEquals([facts, count], [{ attempts: 0 }, 0]);
});

Deno.test("idempotency() leaves interactive tools alone", () => {
  const { wrap } = setUp();
  const tool = fakeTool(() => DONE, { ...READ, interactive: true });
  assertStrictEquals(wrap(tool), tool);
});

Deno.test("idempotency() runs nothing beside a write that timed out, and replays its late success (H36)", async () => {
  const { clock, registry } = setUp();
  const manual = new ManualTool(WRITE);
  const { order_refund: tool } = composeToolShells({ order_refund: manual.tool }, [
    idempotency({ registry, scope: () => "session", language: () => "en" }),
    timeout({ limitMs: 30_000, clock }),
  ]);
  assert(tool);
  const first = assertRejects(() => callTool(tool, INPUT), ToolCallError);
  await flushMicrotasks();
  clock.advance(30_000);
  assertEquals((await first).type, "timeout");
  const second = await assertRejects(() => callTool(tool, INPUT), ToolCallError);
  assertEquals([second.type, manual.count], ["unknown_outcome", 1]);
  manual.execution(0).resolve(DONE);
  await flushMicrotasks();
  assertEquals(await callTool(tool, INPUT), { ...DONE, replayed: true });
  clock.advance(570_000);
  const anew = callTool(tool, INPUT);
  await flushMicrotasks();
  manual.execution(1).resolve(DONE);
  assertEquals(await anew, DONE);
});

Deno.test("idempotency() knows no outcome of a write that timed out and heeded the signal (H36)", async () => {
  const { clock, registry } = setUp();
  let count = 0;
  const heedful = fakeTool((_input, { abortSignal }) => {
    count++;
    return new Promise((_resolve, reject) =>
      abortSignal?.addEventListener("abort", () => reject(abortSignal.reason))
    );
  });
  const { order_refund: tool } = composeToolShells({ order_refund: heedful }, [
    idempotency({ registry, scope: () => "session", language: () => "en" }),
    timeout({ limitMs: 30_000, clock }),
  ]);
  assert(tool);
  const first = assertRejects(() => callTool(tool, INPUT), ToolCallError);
  await flushMicrotasks();
  clock.advance(30_000);
  assertEquals((await first).type, "timeout");
  await flushMicrotasks();
  const second = await assertRejects(() => callTool(tool, INPUT), ToolCallError);
  assertEquals([second.type, count], ["unknown_outcome", 1]);
});
