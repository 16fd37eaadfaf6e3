import { assertEquals, assertRejects } from "@std/assert";
import { withinDeadline } from "../../cli/within_deadline.ts";

Deno.test("withinDeadline() gives what work gives, or throws what it throws, before the deadline", async () => {
  const { signal } = new AbortController();
  assertEquals(await withinDeadline(Promise.resolve(7), signal), 7);
  await assertRejects(() => withinDeadline(Promise.reject(new Error("broken")), signal), Error, "broken");
});

Deno.test("withinDeadline() gives up when the deadline passes, or has passed, and lets the work fail unheard", async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<void>();
  const waiting = withinDeadline(work.promise, controller.signal);
  controller.abort(new Error("too late"));
  await assertRejects(() => waiting, Error, "too late");
  work.reject(new Error("nobody hears this"));
  await assertRejects(() => withinDeadline(new Promise(() => {}), controller.signal), Error, "too late");
});
