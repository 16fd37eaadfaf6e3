import { assertEquals, assertRejects } from "@std/assert";
import { postWithRetries } from "../../../kb/embedders/post_with_retries.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks, isSettled } from "../../_support/flush_microtasks.ts";

const REQUEST = { url: "http://server/embeddings", headers: { "x-one": "1" }, body: "{}", limitMs: 60_000 };

type Reply = () => Promise<Response>;

const reply = (status: number, headers: Record<string, string> = {}): Reply => () =>
  Promise.resolve(new Response(`body of ${status}`, { status, headers }));

function scene(replies: Reply[], signal?: AbortSignal) {
  const clock = new FakeClock(Date.parse("2026-03-01T09:00:00.000Z"));
  const calls: RequestInit[] = [];
  const fetch = (_: unknown, init: RequestInit = {}) => {
    calls.push(init);
    return (replies.shift() ?? reply(200))();
  };
  const answer = postWithRetries({ ...REQUEST, signal }, { fetch: fetch as typeof globalThis.fetch, clock });
  answer.catch(() => {});
  return { clock, calls, answer };
}

/** How long it waits before its next attempt, found by moving the clock a second at a time. */
async function waitOf({ clock, calls }: ReturnType<typeof scene>): Promise<number> {
  await flushMicrotasks();
  const before = calls.length;
  for (let seconds = 1; seconds <= 70; seconds++) {
    clock.advance(1_000);
    await flushMicrotasks();
    if (calls.length > before) return seconds;
  }
  return NaN;
}

Deno.test("postWithRetries() gives the answer, and asks once when that is no passing failure", async () => {
  for (const status of [200, 400, 401, 404]) {
    const { answer, calls, clock } = scene([reply(status)]);
    assertEquals(await answer, { status, text: `body of ${status}` });
    assertEquals([calls.length, clock.pendingTimers], [1, 0]);
    assertEquals([calls[0]?.method, calls[0]?.body, calls[0]?.redirect], ["POST", "{}", "error"]);
  }
});

Deno.test("postWithRetries() asks again after 1, 2 and 4 seconds, then gives what it has", async () => {
  const here = scene([reply(500), reply(503), reply(429), reply(502)]);
  assertEquals([await waitOf(here), await waitOf(here), await waitOf(here)], [1, 2, 4]);
  assertEquals(await here.answer, { status: 502, text: "body of 502" });
});

Deno.test("postWithRetries() waits as long as Retry-After says, a minute at most", async () => {
  const here = scene([
    reply(429, { "retry-after": "7" }),
    reply(503, { "retry-after": "Sun, 01 Mar 2026 09:00:12 GMT" }),
    reply(429, { "retry-after": "86400" }),
  ]);
  // Twelve seconds after nine o'clock are five after the seventh.
  assertEquals([await waitOf(here), await waitOf(here), await waitOf(here)], [7, 5, 60]);
  assertEquals((await here.answer).status, 200);
});

Deno.test("postWithRetries() does not wait for a date that has passed, and ignores one that means nothing", async () => {
  const past = scene([reply(503, { "retry-after": "Sat, 28 Feb 2026 09:00:00 GMT" })]);
  await flushMicrotasks();
  past.clock.advance(0);
  assertEquals((await past.answer).status, 200);
  assertEquals(await waitOf(scene([reply(503, { "retry-after": "soon" })])), 1);
});

Deno.test("postWithRetries() asks again when the connection breaks, and at last throws", async () => {
  const broken = () => Promise.reject(new TypeError("connection reset"));
  const here = scene([broken, broken, broken, broken]);
  assertEquals([await waitOf(here), await waitOf(here), await waitOf(here)], [1, 2, 4]);
  await assertRejects(() => here.answer, TypeError, "connection reset");
  assertEquals(here.calls.length, 4);
});

Deno.test("postWithRetries() gives up an attempt that takes too long", async () => {
  const here = scene([]);
  await here.answer;
  const hanging = scene([() => new Promise(() => {})]);
  await flushMicrotasks();
  hanging.clock.advance(60_000);
  assertEquals((hanging.calls[0]?.signal?.reason as Error).message, "no answer within 60 seconds");
});

Deno.test("postWithRetries() stops waiting when its signal is aborted", async () => {
  const controller = new AbortController();
  const here = scene([reply(503)], controller.signal);
  await flushMicrotasks();
  assertEquals(await isSettled(here.answer), false);
  controller.abort(new Error("enough"));
  await assertRejects(() => here.answer, Error, "enough");
  assertEquals([here.calls.length, here.clock.pendingTimers], [1, 0]);
});
