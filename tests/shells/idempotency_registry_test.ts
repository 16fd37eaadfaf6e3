import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { IdempotencyRegistry, type IdempotencyRegistryOptions } from "../../shells/idempotency_registry.ts";
import type { ExecuteOnce, IdempotentCall } from "../../shells/idempotent_call.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { ToolCallError } from "../../tools/types.ts";
import { FailingStore } from "../_support/failing_store.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

const DONE = { status: "success", summary: "Refunded.", structured: { status: "refunded", applied: true } };
const AGAIN = {
  status: "success",
  summary: "Refunded anew.",
  structured: { status: "refunded", applied: true },
};

function call(changes: Partial<IdempotentCall> = {}): IdempotentCall {
  return {
    scope: ["session-1", 0],
    tool: "order_refund",
    input: { orderId: "A-1024" },
    repeat: "once",
    ...changes,
  };
}

function setUp(options: Partial<IdempotencyRegistryOptions> = {}) {
  const clock = new FakeClock();
  const memory = new MemoryIdempotencyStore({ clock });
  const store = new FailingStore(memory);
  const warnings: string[] = [];
  let owners = 0;
  const makeRegistry = () =>
    new IdempotencyRegistry({
      store,
      secret: "secret",
      newOwner: () => `owner-${++owners}`,
      onWarning: (message) => warnings.push(message),
      ...options,
    });
  return { clock, memory, store, warnings, makeRegistry, registry: makeRegistry() };
}

/** Work that goes on until the test ends it. */
class ManualWork {
  readonly #runs: Run[] = [];

  readonly execute: ExecuteOnce = ({ requestId, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#runs.push({ requestId, signal, resolve, reject });
    return promise;
  };

  get count(): number {
    return this.#runs.length;
  }

  run(index: number): Run {
    const run = this.#runs[index];
    if (!run) throw new Error(`Cannot find run ${index}: ${this.count} have begun`);
    return run;
  }
}

interface Run {
  readonly requestId: string | undefined;
  readonly signal: AbortSignal;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Work that ends at once, each time with the next of the values and at last always with the last. */
function quickWork(...values: unknown[]) {
  const requestIds: (string | undefined)[] = [];
  const execute: ExecuteOnce = ({ requestId }) => {
    requestIds.push(requestId);
    return Promise.resolve(values[Math.min(requestIds.length, values.length) - 1]);
  };
  return {
    execute,
    requestIds,
    get count() {
      return requestIds.length;
    },
  };
}

const never: ExecuteOnce = () => Promise.reject(new Error("Executed although it must not be"));

async function assertUnknownOutcome(promise: Promise<unknown>): Promise<void> {
  const error = await assertRejects(() => promise, ToolCallError);
  assertEquals(error.type, "unknown_outcome");
}

// --- Fingerprints

Deno.test("IdempotencyRegistry runs equal calls once, whatever the order of keys and undefined fields (H6)", async () => {
  const { registry } = setUp();
  const work = quickWork(DONE);
  for (const input of [{ a: 1, A: 2 }, { A: 2, a: 1 }, { b: undefined, a: 1, A: 2 }]) {
    await registry.run(call({ input }), work.execute);
  }
  assertEquals(work.count, 1);
});

Deno.test("IdempotencyRegistry takes { amount: 0 } for a key like any other (H11)", async () => {
  const { registry } = setUp();
  const work = quickWork(DONE);
  const inputs = [{ amount: 0 }, {}, { amount: null }, { amount: "0" }, { amount: false }, { amount: "" }];
  for (const input of inputs) await registry.run(call({ input }), work.execute);
  assertEquals(work.count, 6);
  assertEquals((await registry.run(call({ input: { amount: 0 } }), never)).replayed, true);
});

Deno.test("IdempotencyRegistry takes falsy inputs and results for values like any other (H11)", async () => {
  const { registry } = setUp();
  for (const value of [0, "", false, null]) {
    const input = value;
    assertEquals((await registry.run(call({ input }), quickWork(value).execute)).value, value);
    assertEquals(
      await registry.run(call({ input }), never).then(({ value, replayed }) => [value, replayed]),
      [
        value,
        true,
      ],
    );
  }
});

Deno.test("IdempotencyRegistry keeps a::b + c and a + b::c apart (H7)", async () => {
  const { registry } = setUp();
  const work = quickWork(DONE);
  await registry.run(call({ scope: "a::b", tool: "c" }), work.execute);
  await registry.run(call({ scope: "a", tool: "b::c" }), work.execute);
  await registry.run(call({ scope: ["a", "b"], tool: "c" }), work.execute);
  await registry.run(call({ scope: "a,b", tool: "c" }), work.execute);
  assertEquals(work.count, 4);
});

Deno.test("IdempotencyRegistry keeps NFC and NFD apart (H8)", async () => {
  const { registry } = setUp();
  const work = quickWork(DONE);
  await registry.run(call({ input: { name: "caf\u00e9" } }), work.execute);
  await registry.run(call({ input: { name: "cafe\u0301" } }), work.execute);
  assertEquals(work.count, 2);
});

Deno.test("IdempotencyRegistry keeps sessions, epochs and tools apart (H13)", async () => {
  const { registry } = setUp();
  const work = quickWork(DONE);
  await registry.run(call(), work.execute);
  await registry.run(call({ scope: ["session-2", 0] }), work.execute);
  await registry.run(call({ scope: ["session-1", 1] }), work.execute);
  await registry.run(call({ tool: "order_cancel" }), work.execute);
  assertEquals(work.count, 4);
});

Deno.test("IdempotencyRegistry runs what is nested 20,000 deep every time, and says so (H7)", async () => {
  const { registry, warnings } = setUp();
  let input: unknown = null;
  for (let level = 0; level < 20_000; level++) input = { input };
  const work = quickWork(DONE);
  const outcome = await registry.run(call({ input }), work.execute);
  assertEquals(outcome, { value: DONE, replayed: false, resultLost: false, key: undefined });
  await registry.run(call({ input }), work.execute);
  assertEquals(work.count, 2);
  assertEquals(warnings, [
    "order_refund runs without protection against repetition: Cannot fingerprint arguments: nested deeper than 200 levels",
    "order_refund runs without protection against repetition: Cannot fingerprint arguments: nested deeper than 200 levels",
  ]);
});

Deno.test("IdempotencyRegistry lets the caller stop what has no fingerprint", async () => {
  const { registry } = setUp();
  const work = new ManualWork();
  const caller = new AbortController();
  const running = registry.run(call({ input: () => {}, signal: caller.signal }), work.execute);
  caller.abort();
  assertEquals(work.run(0).signal.aborted, true);
  work.run(0).resolve("stopped");
  assertEquals((await running).value, "stopped");
});

Deno.test("IdempotencyRegistry makes keys by HMAC-SHA-256, so that they reveal no argument (H14)", async () => {
  const { registry } = setUp();
  const { key } = await registry.run(
    call({ scope: "session", input: { orderId: "A-1024", amount: 0 } }),
    quickWork(DONE).execute,
  );
  // HMAC of ["session","order_refund",{"amount":#0,"orderId":"A-1024"}] under "secret", by Python's hmac.
  assertEquals(key, "f5cb36f774f452f75e02c7af2757c3c824beaad5c142d6032cdb8dddf156eedb");
});

// --- One execution

Deno.test("IdempotencyRegistry shares one execution among fifty equal concurrent calls (H1)", async () => {
  const { registry } = setUp();
  const work = new ManualWork();
  const calls = Array.from({ length: 50 }, () => registry.run(call(), work.execute));
  await flushMicrotasks();
  assertEquals(work.count, 1);
  work.run(0).resolve(DONE);
  const outcomes = await Promise.all(calls);
  assertEquals(outcomes.map(({ value }) => value), Array.from({ length: 50 }, () => DONE));
  assertEquals(outcomes.filter(({ replayed }) => !replayed).length, 1);
});

Deno.test("IdempotencyRegistry shares one execution among two processes on one store (H1)", async () => {
  const { registry, makeRegistry } = setUp();
  const work = new ManualWork();
  const first = registry.run(call(), work.execute);
  await assertUnknownOutcome(makeRegistry().run(call(), never));
  work.run(0).resolve(DONE);
  assertEquals((await first).value, DONE);
  assertEquals((await makeRegistry().run(call(), never)).value, DONE);
});

Deno.test("IdempotencyRegistry gives a failure to all who share it, and keeps nothing of it", async () => {
  const { registry } = setUp();
  const work = new ManualWork();
  const calls = [registry.run(call(), work.execute), registry.run(call(), work.execute)];
  const failures = Promise.allSettled(calls);
  await flushMicrotasks();
  const error = new Error("The desk is closed");
  work.run(0).reject(error);
  assertEquals((await failures).map((result) => result.status === "rejected" && result.reason), [
    error,
    error,
  ]);
  const retry = quickWork(DONE);
  assertEquals((await registry.run(call(), retry.execute)).replayed, false);
  assertEquals(retry.count, 1);
});

Deno.test("IdempotencyRegistry replays a result within the window and runs anew after it", async () => {
  const { registry, clock } = setUp();
  const work = quickWork(DONE, AGAIN);
  assertEquals((await registry.run(call(), work.execute)).replayed, false);
  clock.advance(599_999);
  const replay = await registry.run(call(), work.execute);
  assertEquals([replay.value, replay.replayed, work.count], [DONE, true, 1]);
  clock.advance(1);
  const anew = await registry.run(call(), work.execute);
  assertEquals([anew.value, anew.replayed, work.count], [AGAIN, false, 2]);
});

Deno.test("IdempotencyRegistry does not keep an error that is returned (H12)", async () => {
  const { registry } = setUp();
  const work = quickWork({ status: "error", error_type: "network" }, DONE);
  await registry.run(call(), work.execute);
  const second = await registry.run(call(), work.execute);
  assertEquals([second.value, second.replayed, work.count], [DONE, false, 2]);
});

Deno.test("IdempotencyRegistry does not keep the answer of a write that changed nothing", async () => {
  const { registry } = setUp();
  const refused = { status: "success", summary: "Not yet paid.", structured: { applied: false } };
  const work = quickWork(refused, DONE);
  assertEquals((await registry.run(call(), work.execute)).value, refused);
  assertEquals((await registry.run(call(), work.execute)).value, DONE);
  assertEquals(work.count, 2);
});

Deno.test("IdempotencyRegistry gives an execution an id that is stable for its record and new for the next", async () => {
  const { registry, clock } = setUp();
  const work = quickWork(DONE);
  await registry.run(call(), work.execute);
  await registry.run(call(), work.execute);
  clock.advance(600_000);
  await registry.run(call(), work.execute);
  assertEquals(work.requestIds, ["req_owner-1", "req_owner-3"]);
});

Deno.test("IdempotencyRegistry gives an execution the id under which its record can be found", async () => {
  const { registry, store } = setUp();
  const work = new ManualWork();
  const running = registry.run(call(), work.execute);
  await flushMicrotasks();
  work.run(0).resolve(DONE);
  const { key } = await running;
  assertEquals((await store.read(key ?? ""))?.owner, "owner-1");
  assertEquals(work.run(0).requestId, "req_owner-1");
});

// --- Results

Deno.test("IdempotencyRegistry normalises the first answer as well, so that its replay equals it (H21)", async () => {
  const { registry } = setUp();
  const result = { at: new Date(0), amount: 12n, gone: undefined, list: [undefined] };
  const expected = { at: "1970-01-01T00:00:00.000Z", amount: "12", list: [null] };
  assertEquals((await registry.run(call(), quickWork(result).execute)).value, expected);
  assertEquals((await registry.run(call(), never)).value, expected);
});

Deno.test("IdempotencyRegistry normalises what it does not keep, too (H21)", async () => {
  const { registry } = setUp();
  const result = { at: new Date(0), amount: 12n };
  const expected = { at: "1970-01-01T00:00:00.000Z", amount: "12" };
  const read = await registry.run(call({ repeat: "share" }), quickWork(result).execute);
  assertEquals(read.value, expected);
  const unprotected = await registry.run(call({ input: () => {} }), quickWork(result).execute);
  assertEquals(unprotected.value, expected);
});

Deno.test("IdempotencyRegistry lets no change of a returned result reach a replay", async () => {
  const { registry } = setUp();
  const spoil = (value: unknown) => Object.assign(Object(value), { summary: "spoilt" });
  const original = { ...DONE };
  spoil((await registry.run(call(), quickWork(original).execute)).value);
  spoil(original);
  spoil((await registry.run(call(), never)).value);
  assertEquals((await registry.run(call(), never)).value, DONE);
});

Deno.test("IdempotencyRegistry gives each of those who share an execution a result of their own", async () => {
  for (const repeat of ["once", "share"] as const) {
    const { registry } = setUp();
    const work = new ManualWork();
    const spoil = ({ value }: { value: unknown }) => Object.assign(Object(value), { summary: "spoilt" });
    const calls = Array.from(
      { length: 3 },
      () => registry.run(call({ repeat, signal: new AbortController().signal }), work.execute),
    );
    const spoilt = registry.run(call({ repeat }), work.execute).then(spoil);
    await flushMicrotasks();
    work.run(0).resolve({ ...DONE });
    await spoilt;
    spoil(await calls[0] ?? { value: {} });
    assertEquals((await Promise.all(calls.slice(1))).map(({ value }) => value), [DONE, DONE]);
  }
});

Deno.test("IdempotencyRegistry gives the caller a result that the store refuses, and never runs it again (H3)", async () => {
  const { registry, store, warnings, clock } = setUp();
  store.failing.add("commit");
  assertEquals((await registry.run(call(), quickWork(DONE).execute)).value, DONE);
  assertEquals(warnings, ["The idempotency store failed: the store is down"]);
  store.failing.clear();
  await assertUnknownOutcome(registry.run(call(), never));
  clock.advance(599_999);
  await assertUnknownOutcome(registry.run(call(), never));
});

Deno.test("IdempotencyRegistry gives the caller a circular result, and never runs it again (H3)", async () => {
  const { registry, warnings } = setUp();
  const circular: Record<string, unknown> = { status: "success" };
  circular.self = circular;
  const first = await registry.run(call(), quickWork(circular).execute);
  assertStrictEquals(first.value, circular);
  assertEquals([first.replayed, first.resultLost], [false, false]);
  assertEquals(warnings.length, 1);
  const second = await registry.run(call(), never);
  assertEquals([second.value, second.replayed, second.resultLost], [null, true, true]);
});

Deno.test("IdempotencyRegistry never runs again what had a circular result and a store that is down (H3)", async () => {
  const { registry, store } = setUp();
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  store.failing.add("commit");
  assertStrictEquals((await registry.run(call(), quickWork(circular).execute)).value, circular);
  await assertUnknownOutcome(registry.run(call(), never));
});

Deno.test("IdempotencyRegistry gives the caller a BigInt as its digits, first and on repeat (H3)", async () => {
  const { registry } = setUp();
  assertEquals((await registry.run(call(), quickWork(10n).execute)).value, "10");
  assertEquals((await registry.run(call(), never)).value, "10");
});

// --- Other owners

Deno.test("IdempotencyRegistry removes nobody else's record when a late holder fails (H2)", async () => {
  const { makeRegistry, clock } = setUp();
  const slow = new ManualWork();
  const late = assertRejects(() => makeRegistry().run(call(), slow.execute), Error, "too late");
  await flushMicrotasks();
  clock.advance(600_000);
  const other = new ManualWork();
  const taken = makeRegistry().run(call(), other.execute);
  await flushMicrotasks();
  assertEquals(other.count, 1);
  slow.run(0).reject(new Error("too late"));
  await late;
  await assertUnknownOutcome(makeRegistry().run(call(), never));
  other.run(0).resolve(AGAIN);
  assertEquals((await taken).value, AGAIN);
  assertEquals((await makeRegistry().run(call(), never)).value, AGAIN);
});

Deno.test("IdempotencyRegistry leaves another owner's record alone, and returns the late result to its own caller (H5)", async () => {
  const { makeRegistry, clock, warnings } = setUp();
  const slow = new ManualWork();
  const late = makeRegistry().run(call(), slow.execute);
  await flushMicrotasks();
  clock.advance(600_000);
  await makeRegistry().run(call(), quickWork(AGAIN).execute);
  slow.run(0).resolve(DONE);
  assertEquals((await late).value, DONE);
  assertEquals(warnings, ["A result came too late: another owner holds its record"]);
  assertEquals((await makeRegistry().run(call(), never)).value, AGAIN);
});

Deno.test("IdempotencyRegistry writes a late result whose record is gone (H5)", async () => {
  const { registry, memory } = setUp();
  const { key } = await registry.run(call(), quickWork({ status: "error" }).execute);
  assert(key);
  const work = new ManualWork();
  const running = registry.run(call(), work.execute);
  await flushMicrotasks();
  assertEquals(await memory.release(key, "owner-2"), true);
  work.run(0).resolve(DONE);
  assertEquals((await running).value, DONE);
  assertEquals((await registry.run(call(), never)).value, DONE);
});

Deno.test("IdempotencyRegistry answers a write that another process began and never ended as unknown (H4)", async () => {
  const { makeRegistry, clock } = setUp();
  makeRegistry().run(call(), new ManualWork().execute);
  await flushMicrotasks();
  await assertUnknownOutcome(makeRegistry().run(call(), never));
  clock.advance(600_000);
  assertEquals((await makeRegistry().run(call(), quickWork(AGAIN).execute)).value, AGAIN);
});

Deno.test("IdempotencyRegistry runs a read again that another process began and never ended (H4)", async () => {
  const { makeRegistry } = setUp();
  const read = call({ repeat: { cacheMs: 60_000 } });
  makeRegistry().run(read, new ManualWork().execute);
  await flushMicrotasks();
  const outcome = await makeRegistry().run(read, quickWork(new Date(0)).execute);
  assertEquals([outcome.value, outcome.replayed], ["1970-01-01T00:00:00.000Z", false]);
});

// --- Reads

Deno.test("IdempotencyRegistry runs three reads in a row three times (H13)", async () => {
  const { registry } = setUp();
  const work = quickWork("one", "two", "three");
  const values = [];
  for (let at = 0; at < 3; at++) {
    const { value, replayed } = await registry.run(call({ repeat: "share" }), work.execute);
    values.push([value, replayed]);
  }
  assertEquals(values, [["one", false], ["two", false], ["three", false]]);
});

Deno.test("IdempotencyRegistry shares a read in flight, calls it no replay, and needs no store for it (H13)", async () => {
  const { registry, store, warnings } = setUp();
  for (const operation of ["claim", "commit", "release", "read"] as const) store.failing.add(operation);
  const work = new ManualWork();
  const calls = Array.from({ length: 3 }, () => registry.run(call({ repeat: "share" }), work.execute));
  await flushMicrotasks();
  assertEquals(work.count, 1);
  assertEquals(work.run(0).requestId, undefined);
  work.run(0).resolve("shipped");
  assertEquals((await Promise.all(calls)).map(({ value, replayed }) => [value, replayed]), [
    ["shipped", false],
    ["shipped", false],
    ["shipped", false],
  ]);
  assertEquals(warnings, []);
});

Deno.test("IdempotencyRegistry keeps a read with cacheMs for just that long", async () => {
  const { registry, clock } = setUp();
  const read = call({ repeat: { cacheMs: 1_000 } });
  const work = quickWork("old", "new");
  await registry.run(read, work.execute);
  clock.advance(999);
  assertEquals((await registry.run(read, work.execute)).value, "old");
  clock.advance(1);
  assertEquals((await registry.run(read, work.execute)).value, "new");
  assertEquals(work.count, 2);
});

// --- Leaving

Deno.test("IdempotencyRegistry runs nothing for a caller who left before", async () => {
  const { registry, store } = setUp();
  store.failing.add("claim");
  for (const repeat of ["once", "share"] as const) {
    const reason = new Error("gone before");
    await assertRejects(
      () => registry.run(call({ repeat, signal: AbortSignal.abort(reason) }), never),
      Error,
      "gone before",
    );
  }
});

Deno.test("IdempotencyRegistry lets one caller leave at once, and the others have their result (H10)", async () => {
  for (const repeat of ["once", "share", { cacheMs: 1_000 }] as const) {
    const { registry } = setUp();
    const work = new ManualWork();
    const leaver = new AbortController();
    const first = registry.run(call({ repeat, signal: leaver.signal }), work.execute);
    const second = registry.run(call({ repeat, signal: new AbortController().signal }), work.execute);
    const third = registry.run(call({ repeat }), work.execute);
    await flushMicrotasks();
    const left = assertRejects(() => first, Error, "I must go");
    leaver.abort(new Error("I must go"));
    await left;
    assertEquals(work.run(0).signal.aborted, false);
    work.run(0).resolve(DONE);
    assertEquals([(await second).value, (await third).value, work.count], [DONE, DONE, 1]);
  }
});

Deno.test("IdempotencyRegistry stops the work when the last caller has left, and no earlier (H10)", async () => {
  for (const repeat of ["once", "share", { cacheMs: 1_000 }] as const) {
    const { registry } = setUp();
    const work = new ManualWork();
    const leavers = [new AbortController(), new AbortController(), new AbortController()];
    const calls = Promise.allSettled(
      leavers.map(({ signal }) => registry.run(call({ repeat, signal }), work.execute)),
    );
    await flushMicrotasks();
    const stopped = leavers.map((leaver) => {
      leaver.abort(new Error("gone"));
      return work.run(0).signal.aborted;
    });
    assertEquals(stopped, [false, false, true]);
    assertEquals((await calls).map(({ status }) => status), ["rejected", "rejected", "rejected"]);
  }
});

Deno.test("IdempotencyRegistry never stops the work while a caller without a signal waits (H10)", async () => {
  const { registry } = setUp();
  const work = new ManualWork();
  const leaver = new AbortController();
  const staying = registry.run(call(), work.execute);
  const leaving = assertRejects(() => registry.run(call({ signal: leaver.signal }), work.execute));
  await flushMicrotasks();
  leaver.abort();
  await leaving;
  assertEquals(work.run(0).signal.aborted, false);
  work.run(0).resolve(DONE);
  assertEquals((await staying).value, DONE);
});

Deno.test("IdempotencyRegistry lets a caller leave a store that hangs, then runs nothing and frees the key (H10)", async () => {
  const { registry, store } = setUp();
  const answerClaim = store.hold("claim");
  const leaver = new AbortController();
  const leaving = assertRejects(() => registry.run(call({ signal: leaver.signal }), never), Error, "gone");
  await flushMicrotasks();
  leaver.abort(new Error("gone"));
  await leaving;
  answerClaim();
  await flushMicrotasks();
  assertEquals((await registry.run(call(), quickWork(DONE).execute)).replayed, false);
});

Deno.test("IdempotencyRegistry lets no newcomer join a read that everybody left (H10)", async () => {
  for (const repeat of ["share", { cacheMs: 60_000 }] as const) {
    const { registry } = setUp();
    const work = new ManualWork();
    const leaver = new AbortController();
    const leaving = assertRejects(() => registry.run(call({ repeat, signal: leaver.signal }), work.execute));
    await flushMicrotasks();
    leaver.abort();
    const newcomer = registry.run(call({ repeat }), quickWork("fresh").execute);
    await leaving;
    assertEquals((await newcomer).value, "fresh");
    work.run(0).reject(new Error("nobody listens"));
    await flushMicrotasks();
  }
});

Deno.test("IdempotencyRegistry shares a newcomer's execution although an older one that everybody left ends (H1, H10)", async () => {
  const { registry } = setUp();
  const repeat = "share";
  const work = new ManualWork();
  const leaver = new AbortController();
  const leaving = assertRejects(() => registry.run(call({ repeat, signal: leaver.signal }), work.execute));
  leaver.abort();
  await leaving;
  const second = registry.run(call({ repeat }), work.execute);
  work.run(0).reject(new Error("the abandoned one ends"));
  await flushMicrotasks();
  const third = registry.run(call({ repeat }), work.execute);
  assertEquals(work.count, 2);
  work.run(1).resolve("fresh");
  assertEquals([(await second).value, (await third).value], ["fresh", "fresh"]);
});

// --- Unknown outcomes

function timedOut(pending: Promise<unknown>): ToolCallError {
  return new ToolCallError("timeout", "Cannot finish order_refund: no answer within 30000 ms", { pending });
}

/** A write that timed out while its real promise goes on. */
async function timeOutWrite(registry: IdempotencyRegistry, repeat: IdempotentCall["repeat"] = "once") {
  const real = Promise.withResolvers<unknown>();
  real.promise.catch(() => {}); // as the timeout shell does
  const error = await assertRejects(
    () => registry.run(call({ repeat }), () => Promise.reject(timedOut(real.promise))),
    ToolCallError,
  );
  assertEquals(error.type, "timeout");
  return real;
}

/** A write whose only caller left after it began. */
async function abandonWrite(registry: IdempotencyRegistry, repeat: IdempotentCall["repeat"] = "once") {
  const work = new ManualWork();
  const leaver = new AbortController();
  const leaving = assertRejects(
    () => registry.run(call({ repeat, signal: leaver.signal }), work.execute),
    Error,
    "gone",
  );
  await flushMicrotasks();
  leaver.abort(new Error("gone"));
  await leaving;
  await flushMicrotasks();
  return work.run(0);
}

for (const [how, begin] of [["timed out", timeOutWrite], ["was abandoned", abandonWrite]] as const) {
  Deno.test(`IdempotencyRegistry runs nothing beside a write that ${how} and still goes on (H36)`, async () => {
    const { registry, makeRegistry } = setUp();
    await begin(registry);
    await assertUnknownOutcome(registry.run(call(), never));
    await assertUnknownOutcome(makeRegistry().run(call(), never));
  });

  Deno.test(`IdempotencyRegistry replays the late success of a write that ${how} (H36)`, async () => {
    const { registry } = setUp();
    const real = await begin(registry);
    real.resolve({ ...DONE, at: new Date(0) });
    await flushMicrotasks();
    const { value, replayed } = await registry.run(call(), never);
    assertEquals([value, replayed], [{ ...DONE, at: "1970-01-01T00:00:00.000Z" }, true]);
  });

  Deno.test(`IdempotencyRegistry knows no outcome of a write that ${how} and failed late, until the window ends (H36)`, async () => {
    const { registry, clock } = setUp();
    const real = await begin(registry);
    real.reject(new Error("connection reset"));
    await flushMicrotasks();
    await assertUnknownOutcome(registry.run(call(), never));
    clock.advance(599_999);
    await assertUnknownOutcome(registry.run(call(), never));
    clock.advance(1);
    assertEquals((await registry.run(call(), quickWork(AGAIN).execute)).value, AGAIN);
  });

  Deno.test(`IdempotencyRegistry knows no outcome of a write that ${how} and returned an error late (H36)`, async () => {
    const { registry } = setUp();
    const real = await begin(registry);
    real.resolve({ status: "error", error_type: "network" });
    await flushMicrotasks();
    await assertUnknownOutcome(registry.run(call(), never));
  });

  Deno.test(`IdempotencyRegistry runs a write again that ${how} and then said that it changed nothing`, async () => {
    const { registry } = setUp();
    const real = await begin(registry);
    real.resolve({ status: "success", summary: "Too late.", structured: { applied: false } });
    await flushMicrotasks();
    assertEquals((await registry.run(call(), quickWork(DONE).execute)).value, DONE);
  });

  Deno.test(`IdempotencyRegistry overwrites no later record with the late success of a write that ${how} (H5, H36)`, async () => {
    const { registry, clock } = setUp();
    const real = await begin(registry);
    clock.advance(600_000);
    await registry.run(call(), quickWork(AGAIN).execute);
    real.resolve(DONE);
    await flushMicrotasks();
    assertEquals((await registry.run(call(), never)).value, AGAIN);
  });

  Deno.test(`IdempotencyRegistry runs nothing beside a write that ${how}, though the store could not be told (H36)`, async () => {
    const { registry, store } = setUp();
    store.failing.add("commit");
    await begin(registry);
    store.failing.clear();
    await assertUnknownOutcome(registry.run(call(), never));
  });

  Deno.test(`IdempotencyRegistry runs a read again that ${how}`, async () => {
    const { registry } = setUp();
    await begin(registry, { cacheMs: 60_000 });
    assertEquals(
      (await registry.run(call({ repeat: { cacheMs: 60_000 } }), quickWork("fresh").execute)).value,
      "fresh",
    );
  });
}

Deno.test("IdempotencyRegistry writes down that an outcome is unknown, for whoever reads the records (H36)", async () => {
  const { registry, memory } = setUp();
  const { key } = await registry.run(call(), quickWork({ status: "error" }).execute);
  assert(key);
  const real = await timeOutWrite(registry);
  assertEquals((await memory.read(key))?.outcome, { kind: "unknown" });
  real.resolve(DONE);
  await flushMicrotasks();
  assertEquals((await memory.read(key))?.outcome, { kind: "result", value: DONE });
});

Deno.test("IdempotencyRegistry counts a late success from the first call, not from its arrival (H36)", async () => {
  const { registry, clock } = setUp();
  const real = await timeOutWrite(registry);
  clock.advance(300_000);
  real.resolve(DONE);
  await flushMicrotasks();
  clock.advance(299_999);
  assertEquals((await registry.run(call(), never)).value, DONE);
  clock.advance(1);
  assertEquals((await registry.run(call(), quickWork(AGAIN).execute)).value, AGAIN);
});

Deno.test("IdempotencyRegistry answers an abandoned write as unknown while the store is slow to hear of it (H36)", async () => {
  const { registry, store } = setUp();
  const tellStore = store.hold("commit");
  const real = await abandonWrite(registry);
  await assertUnknownOutcome(registry.run(call(), never));
  real.resolve(DONE);
  await flushMicrotasks();
  tellStore();
  await flushMicrotasks();
  assertEquals((await registry.run(call(), never)).value, DONE);
});

Deno.test("IdempotencyRegistry keeps the claim of a write that says itself that its outcome is unknown (H36)", async () => {
  const { registry } = setUp();
  const unknown = new ToolCallError("unknown_outcome", "Cannot finish order_refund: the connection broke");
  await assertUnknownOutcome(registry.run(call(), () => Promise.reject(unknown)));
  await assertUnknownOutcome(registry.run(call(), never));
});

Deno.test("IdempotencyRegistry frees the key of a write that failed plainly", async () => {
  const { registry } = setUp();
  await assertRejects(
    () => registry.run(call(), () => Promise.reject(new Error("refused"))),
    Error,
    "refused",
  );
  const work = quickWork(DONE);
  assertEquals((await registry.run(call(), work.execute)).value, DONE);
  assertEquals(work.requestIds, ["req_owner-2"]);
});

// --- A store that fails

Deno.test("IdempotencyRegistry refuses a write when the store cannot be asked, says why, and runs it later (H16)", async () => {
  const { registry, store, warnings } = setUp();
  store.failing.add("claim");
  const error = await assertRejects(() => registry.run(call(), never), ToolCallError);
  assertEquals(error.type, "unavailable");
  assertEquals((error.cause as Error).message, "the store is down");
  assertEquals(warnings, ["The idempotency store failed: the store is down"]);
  store.failing.clear();
  assertEquals((await registry.run(call(), quickWork(DONE).execute)).value, DONE);
});

Deno.test("IdempotencyRegistry goes on with a read when the store cannot be asked, and says so (H16)", async () => {
  const { registry, store, warnings } = setUp();
  store.failing.add("claim");
  const read = call({ repeat: { cacheMs: 60_000 } });
  const { value, replayed } = await registry.run(read, quickWork(new Date(0)).execute);
  assertEquals([value, replayed], ["1970-01-01T00:00:00.000Z", false]);
  assertEquals(warnings, ["The idempotency store failed: the store is down"]);
});

Deno.test("IdempotencyRegistry passes on why a write failed although its key cannot be freed", async () => {
  const { registry, store, warnings } = setUp();
  store.failing.add("release");
  await assertRejects(
    () => registry.run(call(), () => Promise.reject(new Error("refused"))),
    Error,
    "refused",
  );
  assertEquals(warnings, ["The idempotency store failed: the store is down"]);
  await assertUnknownOutcome(registry.run(call(), never));
});

Deno.test("IdempotencyRegistry waits for the store before it answers, so that a repeat finds what it says", async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const nothingDone = { status: "success", structured: { applied: false } };
  const ends: ["commit" | "release", ExecuteOnce][] = [
    ["commit", () => Promise.resolve(DONE)],
    ["commit", () => Promise.resolve(circular)],
    ["release", () => Promise.resolve(nothingDone)],
    ["release", () => Promise.reject(new Error("refused"))],
    ["commit", () => Promise.reject(timedOut(Promise.resolve(DONE)))],
  ];
  for (const [operation, execute] of ends) {
    const { registry, store } = setUp();
    const answerStore = store.hold(operation);
    const running = registry.run(call(), execute);
    assertEquals(await isSettled(running), false);
    answerStore();
    assertEquals(await isSettled(running), true);
  }
});

Deno.test("IdempotencyRegistry runs nothing for callers who left, although the key cannot be freed", async () => {
  const { registry, store, warnings } = setUp();
  const answerClaim = store.hold("claim");
  store.failing.add("release");
  const leaver = new AbortController();
  const leaving = assertRejects(() => registry.run(call({ signal: leaver.signal }), never), Error, "gone");
  await flushMicrotasks();
  leaver.abort(new Error("gone"));
  await leaving;
  answerClaim();
  await flushMicrotasks();
  assertEquals(warnings, ["The idempotency store failed: the store is down"]);
  await assertUnknownOutcome(registry.run(call(), never));
});

Deno.test("IdempotencyRegistry takes a window of one millisecond", async () => {
  const { registry, clock } = setUp({ windowMs: 1 });
  await registry.run(call(), quickWork(DONE).execute);
  assertEquals((await registry.run(call(), never)).value, DONE);
  clock.advance(1);
  assertEquals((await registry.run(call(), quickWork(AGAIN).execute)).value, AGAIN);
});

Deno.test("IdempotencyRegistry refuses a window that is no positive integer", () => {
  for (const windowMs of [0, -1, 0.5, NaN, Infinity]) {
    assertThrows(() => setUp({ windowMs }), RangeError, "Cannot create idempotency registry: windowMs is");
  }
});
