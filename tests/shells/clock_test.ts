import { assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { systemClock } from "../../shells/clock.ts";

Deno.test("systemClock tells the machine's time", () => {
  const before = Date.now();
  const now = systemClock.now();
  assertGreaterOrEqual(now, before);
  assertLessOrEqual(now, Date.now());
});

Deno.test("systemClock calls back once", async () => {
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = systemClock.after(0, () => {
    count++;
    resolve();
  });
  await promise;
  cancel();
  assertEquals(count, 1);
});

Deno.test({
  name: "systemClock leaves no timer behind after it was taken back",
  sanitizeOps: true,
  fn: () => {
    const cancel = systemClock.after(60_000, () => {
      throw new Error("Called back although it was taken back");
    });
    cancel();
    cancel();
  },
});
