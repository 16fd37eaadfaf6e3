import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { limitSilence, ModelSilentError } from "../../../agent/models/limit_silence.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";

const ADDRESS = "https://models.example.com/v1/chat/completions";
const SILENT = "models.example.com sent nothing for 60 s";

/** A server whose answer, and each piece of it, comes when a test says so. */
function setUp() {
  const clock = new FakeClock();
  const answer = Promise.withResolvers<Response>();
  const signals: AbortSignal[] = [];
  const send = limitSilence((_input, init) => {
    if (init?.signal) signals.push(init.signal);
    return answer.promise;
  }, { limitMs: 60_000, clock });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return { clock, answer, signals, send, readable, writer: writable.getWriter() };
}

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("a server that answers nothing is given up after the limit, and its request is ended (T15)", async () => {
  const { clock, signals, send } = setUp();
  const sent = send(ADDRESS);
  const refused = assertRejects(() => sent, ModelSilentError, SILENT);
  await clock.advance(59_999);
  assertEquals(signals[0]?.aborted, false);
  await clock.advance(1);
  await refused;
  assertEquals(signals[0]?.aborted, true);
});

Deno.test("a slow answer is read to its end, and one that stands still in the middle is given up (T15)", async () => {
  const { clock, answer, send, readable, writer } = setUp();
  answer.resolve(new Response(readable, { status: 201, headers: { "x-id": "1" } }));
  const response = await send(ADDRESS);
  assertEquals([response.status, response.headers.get("x-id")], [201, "1"]);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (const piece of ["a", "b", "c"]) {
    await clock.advance(50_000);
    writer.write(bytes(piece)).catch(() => {});
    assertEquals((await reader?.read())?.value, piece);
  }
  const next = assertRejects(async () => await reader?.read(), ModelSilentError, SILENT);
  await flushMicrotasks();
  await clock.advance(60_000);
  await next;
});

Deno.test("an answer that has ended is waited for no more", async () => {
  const { clock, answer, send } = setUp();
  answer.resolve(new Response("whole"));
  const response = await send(ADDRESS);
  assertEquals(await response.text(), "whole");
  await clock.advance(600_000);
});

Deno.test("who gives up is heard at once", async () => {
  const caller = new AbortController();
  const send = limitSilence(
    (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
    { limitMs: 60_000, clock: new FakeClock() },
  );
  const sent = send(ADDRESS, { signal: caller.signal });
  caller.abort(new Error("cancelled"));
  await assertRejects(() => sent, Error, "cancelled");
});

Deno.test("a limit of 0 is none", () => {
  assertStrictEquals(limitSilence(fetch, { limitMs: 0, clock: new FakeClock() }), fetch);
});
