import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { CallSlots } from "../../shells/call_slots.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

Deno.test("CallSlots lets so many in, and the next ones in the order in which they came", async () => {
  const slots = new CallSlots(2);
  const leave = [await slots.enter(undefined), await slots.enter(undefined)];
  const entered: string[] = [];
  for (const name of ["a", "b", "c"]) slots.enter(undefined).then(() => entered.push(name));
  await flushMicrotasks();
  assertEquals(entered, []);
  leave[0]?.();
  await flushMicrotasks();
  assertEquals(entered, ["a"]);
  leave[1]?.();
  await flushMicrotasks();
  assertEquals(entered, ["a", "b"]);
});

Deno.test("CallSlots frees a slot once, however often its holder leaves", async () => {
  const slots = new CallSlots(1);
  const leave = await slots.enter(undefined);
  leave();
  leave();
  await slots.enter(undefined);
  assertEquals(await isSettled(slots.enter(undefined)), false);
});

Deno.test("CallSlots lets a waiter leave the queue, and gives its turn to the next", async () => {
  const slots = new CallSlots(1);
  const leave = await slots.enter(undefined);
  const caller = new AbortController();
  const gone = slots.enter(caller.signal);
  const next = slots.enter(undefined);
  const reason = new Error("the turn ended");
  caller.abort(reason);
  assertStrictEquals(await assertRejects(() => gone), reason);
  leave();
  assertEquals(await isSettled(next), true);
  assertStrictEquals(await assertRejects(() => slots.enter(caller.signal)), reason);
});

Deno.test("CallSlots sends all waiters away, and lets in whoever comes later", async () => {
  const slots = new CallSlots(1);
  const leave = await slots.enter(undefined);
  const waiters = Promise.allSettled([slots.enter(undefined), slots.enter(new AbortController().signal)]);
  let errors = 0;
  slots.refuseWaiting(() => new Error(`refused ${++errors}`));
  const reasons = (await waiters).map((end) => end.status === "rejected" ? end.reason.message : "entered");
  assertEquals(reasons, ["refused 1", "refused 2"]);
  leave();
  assertEquals(await isSettled(slots.enter(undefined)), true);
});
