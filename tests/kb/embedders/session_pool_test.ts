import { assert, assertEquals, assertRejects } from "@std/assert";
import { SessionPool } from "../../../kb/embedders/session_pool.ts";
import { FakeSession } from "../../_support/fake_session.ts";
import { flushMicrotasks, isSettled } from "../../_support/flush_microtasks.ts";

function poolOf(size: number) {
  const sessions: FakeSession[] = [];
  const pool = new SessionPool(() => {
    const session = new FakeSession();
    sessions.push(session);
    return Promise.resolve(session);
  }, size);
  return { pool, sessions };
}

Deno.test("SessionPool opens a session when one is needed, and uses it again", async () => {
  const { pool, sessions } = poolOf(2);
  assertEquals(sessions.length, 0);
  await pool.use((session) => session.run(Int32Array.of(1)));
  await pool.use((session) => session.run(Int32Array.of(2)));
  assertEquals(sessions.map(({ seen }) => seen), [[1, 2]]);
});

Deno.test("SessionPool opens no more than its size; who waits longest is next", async () => {
  const { pool, sessions } = poolOf(1);
  const gate = Promise.withResolvers<void>();
  const order: number[] = [];
  const first = pool.use(() => gate.promise);
  const others = [1, 2, 3].map((number) => pool.use(() => Promise.resolve(order.push(number))));
  await flushMicrotasks();
  assertEquals([sessions.length, order.length], [1, 0]);
  gate.resolve();
  await Promise.all([first, ...others]);
  assertEquals([sessions.length, order], [1, [1, 2, 3]]);
});

Deno.test("SessionPool throws away a session on which something failed", async () => {
  const { pool, sessions } = poolOf(1);
  await assertRejects(() => pool.use(() => Promise.reject(new Error("crashed"))), Error, "crashed");
  assertEquals(await pool.use((session) => session.run(Int32Array.of(7))), Float32Array.of(7, 0));
  assertEquals(sessions.map(({ disposed }) => disposed), [true, false]);
});

Deno.test("SessionPool lets the next one try when no session can be opened", async () => {
  let attempts = 0;
  const pool = new SessionPool(() => {
    attempts++;
    return attempts === 1 ? Promise.reject(new Error("no memory")) : Promise.resolve(new FakeSession());
  }, 1);
  await assertRejects(() => pool.use(() => Promise.resolve()), Error, "no memory");
  assertEquals(await pool.use(() => Promise.resolve("fine")), "fine");
});

Deno.test("SessionPool waits for what is running when it closes, and then opens nothing any more", async () => {
  const { pool, sessions } = poolOf(1);
  const gate = Promise.withResolvers<string>();
  const running = pool.use(() => gate.promise);
  const waiting = pool.use(() => Promise.resolve("too late"));
  const refused = assertRejects(
    () => waiting,
    Error,
    "Cannot embed: the embedder is closed. Open another one",
  );
  const closing = pool[Symbol.asyncDispose]();
  assertEquals(await isSettled(closing), false);
  gate.resolve("done");
  assertEquals(await running, "done");
  await closing;
  await refused;
  assert(sessions.every(({ disposed }) => disposed));
  await assertRejects(() => pool.use(() => Promise.resolve()), Error, "closed");
});
