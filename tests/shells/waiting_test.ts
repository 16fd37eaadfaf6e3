import { assert, assertEquals, assertRejects } from "@std/assert";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import type { IdempotentCall } from "../../shells/idempotent_call.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { ToolCallError } from "../../tools/types.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

const CALL: IdempotentCall = {
  scope: ["s", 0],
  tool: "order_refund",
  input: { orderId: "B-0001" },
  repeat: "once",
};
const WAIT_MS = 10_000;
const GONE_AFTER_MS = 35_000;

/** Two processes on one store: registries of their own, records in common. */
function twoProcesses() {
  const clock = new FakeClock();
  const store = new MemoryIdempotencyStore({ clock });
  const waiting = { clock, waitMs: WAIT_MS, goneAfterMs: GONE_AFTER_MS };
  const open = () => new IdempotencyRegistry({ store, secret: "s", waiting });
  return { clock, store, here: open(), there: open() };
}

/** Lets time pass in small steps, so that whoever looks again and again gets to look. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 25) {
    clock.advance(25);
    await flushMicrotasks();
  }
}

Deno.test("IdempotencyRegistry waits for an equal write of another process and gives its result", async () => {
  const { clock, here, there } = twoProcesses();
  const work = Promise.withResolvers<string>();
  const theirs = there.run(CALL, () => work.promise);
  await flushMicrotasks();
  const ours = here.run(CALL, () => Promise.reject(new Error("must not run")));
  await pass(clock, 3_000);
  assertEquals(await isSettled(ours), false);
  work.resolve("refunded");
  await theirs;
  await pass(clock, 500);
  assertEquals((await ours).value, "refunded");
  assertEquals((await ours).replayed, true);
});

Deno.test("IdempotencyRegistry says that the other write is still in progress when it has waited long enough", async () => {
  const { clock, here, there } = twoProcesses();
  there.run(CALL, () => new Promise(() => {}));
  await flushMicrotasks();
  const ours = here.run(CALL, () => Promise.reject(new Error("must not run")));
  ours.catch(() => {});
  await pass(clock, 9_975);
  assertEquals(await isSettled(ours), false);
  await pass(clock, 50);
  const error = await assertRejects(() => ours, ToolCallError);
  assertEquals(error.type, "in_progress");
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("IdempotencyRegistry takes a process that has not reported in time for gone, and runs nothing (H4)", async () => {
  const { clock, here, there } = twoProcesses();
  there.run(CALL, () => new Promise(() => {}));
  await pass(clock, 35_025);
  const error = await assertRejects(
    () => here.run(CALL, () => Promise.resolve("must not run")),
    ToolCallError,
  );
  assertEquals(error.type, "unknown_outcome");
});

Deno.test("IdempotencyRegistry runs the write itself when the other process failed and gave its claim back", async () => {
  const { clock, here, there } = twoProcesses();
  const work = Promise.withResolvers<string>();
  const theirs = there.run(CALL, () => work.promise);
  theirs.catch(() => {});
  await flushMicrotasks();
  const ours = here.run(CALL, () => Promise.resolve("refunded here"));
  await flushMicrotasks();
  work.reject(new Error("no route to the desk"));
  await pass(clock, 100);
  assertEquals(await ours, {
    value: "refunded here",
    replayed: false,
    resultLost: false,
    key: (await ours).key,
  });
});

Deno.test("IdempotencyRegistry lets a caller leave while it waits for another process (H10)", async () => {
  const { clock, here, there } = twoProcesses();
  there.run(CALL, () => new Promise(() => {}));
  await flushMicrotasks();
  const leaving = new AbortController();
  const ours = here.run({ ...CALL, signal: leaving.signal }, () => Promise.reject(new Error("must not run")));
  await pass(clock, 100);
  leaving.abort(new DOMException("left", "AbortError"));
  await assertRejects(() => ours, DOMException, "left");
  await flushMicrotasks();
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("IdempotencyRegistry refuses the write when the store fails while it waits (H16)", async () => {
  const { clock, store, here, there } = twoProcesses();
  there.run(CALL, () => new Promise(() => {}));
  await flushMicrotasks();
  const ours = here.run(CALL, () => Promise.reject(new Error("must not run")));
  ours.catch(() => {});
  await flushMicrotasks();
  store.read = () => Promise.reject(new Error("connection refused"));
  await pass(clock, 100);
  assertEquals((await assertRejects(() => ours, ToolCallError)).type, "unavailable");
});

Deno.test("isRepeat() knows of equal requests, and of nothing when the store cannot say", async () => {
  const { store, here, there } = twoProcesses();
  assertEquals(await here.isRepeat(CALL), false);
  await there.run(CALL, () => Promise.resolve("done"));
  assertEquals(await here.isRepeat(CALL), true);
  assertEquals(await here.isRepeat({ ...CALL, scope: ["s", 1] }), false);
  store.read = () => Promise.reject(new Error("connection refused"));
  assert(!await here.isRepeat(CALL));
});
