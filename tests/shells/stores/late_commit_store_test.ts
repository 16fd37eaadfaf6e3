import { assertEquals, assertRejects } from "@std/assert";
import type { StoredOutcome } from "../../../shells/stores/idempotency_store.ts";
import { LateCommitStore } from "../../../shells/stores/late_commit_store.ts";
import { MemoryIdempotencyStore } from "../../../shells/stores/memory_idempotency_store.ts";
import { FailingStore } from "../../_support/failing_store.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { testIdempotencyStore } from "./conformance.ts";

const WINDOW_MS = 600_000;
const RESULT: StoredOutcome = { kind: "result", value: "ticket 1" };

function setUp() {
  const clock = new FakeClock();
  /** What other processes see. */
  const shared = new MemoryIdempotencyStore({ clock });
  const server = new FailingStore(shared);
  return { clock, shared, server, store: new LateCommitStore(server) };
}

testIdempotencyStore("LateCommitStore", () => {
  const { clock, store, shared } = setUp();
  return { store, peer: shared, advance: (ms) => clock.advance(ms) };
});

/** Claims a key, and fails to commit its outcome. */
async function commitInVain({ server, store }: ReturnType<typeof setUp>, key: string): Promise<void> {
  const { record } = await store.claim(key, `owner of ${key}`, WINDOW_MS);
  server.failing.add("commit");
  await assertRejects(() => store.commit(key, record, RESULT), Error, "the store is down");
}

Deno.test("LateCommitStore answers with the outcome that the store could not be told", async () => {
  const scene = setUp();
  await commitInVain(scene, "key");
  const { claimed, record } = await scene.store.claim("key", "other", WINDOW_MS);
  assertEquals([claimed, record.owner, record.outcome], [false, "owner of key", RESULT]);
  assertEquals((await scene.store.read("key"))?.outcome, RESULT);
});

Deno.test("LateCommitStore answers with the outcome as it was given, whoever changes it", async () => {
  const { server, store } = setUp();
  const { record } = await store.claim("key", "owner", WINDOW_MS);
  const value = { lines: ["first"] };
  server.failing.add("commit");
  await assertRejects(
    () => store.commit("key", record, { kind: "result", value }),
    Error,
    "the store is down",
  );
  value.lines.push("changed by the one who gave it");
  for (let time = 0; time < 2; time++) {
    const outcome = (await store.read("key"))?.outcome;
    assertEquals(outcome, { kind: "result", value: { lines: ["first"] } });
    if (outcome?.kind === "result") Object.assign(outcome.value ?? {}, { lines: ["changed"] });
  }
});

Deno.test("LateCommitStore tells the store as soon as that answers, for all other processes", async () => {
  const scene = setUp();
  await commitInVain(scene, "a");
  await commitInVain(scene, "b");
  scene.server.failing.clear();
  await scene.store.claim("c", "owner", WINDOW_MS);
  await flushMicrotasks();
  assertEquals((await scene.shared.read("a"))?.outcome, RESULT);
  assertEquals((await scene.shared.read("b"))?.outcome, RESULT);
});

Deno.test("LateCommitStore fails as the store does while that is away", async () => {
  const scene = setUp();
  await commitInVain(scene, "key");
  scene.server.failing.add("claim").add("read");
  await assertRejects(() => scene.store.claim("key", "other", WINDOW_MS), Error, "the store is down");
  await assertRejects(() => scene.store.read("key"), Error, "the store is down");
});

Deno.test("LateCommitStore takes no outcome for the record of another owner", async () => {
  const scene = setUp();
  await commitInVain(scene, "key");
  await scene.shared.forget("key");
  await scene.shared.claim("key", "other", WINDOW_MS);
  assertEquals((await scene.store.read("key"))?.outcome, undefined);
  scene.server.failing.clear();
  await scene.store.read("key");
  await flushMicrotasks();
  assertEquals((await scene.shared.read("key"))?.owner, "other");
  assertEquals((await scene.shared.read("key"))?.outcome, undefined);
});

Deno.test("LateCommitStore never lets an older outcome follow a newer one", async () => {
  const scene = setUp();
  const { server, store, shared } = scene;
  const { record } = await store.claim("key", "owner", WINDOW_MS);
  server.failing.add("commit");
  await assertRejects(() => store.commit("key", record, { kind: "unknown" }));
  server.failing.clear();
  const letGo = server.hold("commit");
  await store.read("key"); // begins to send the older one
  const newer = store.commit("key", record, RESULT);
  letGo();
  assertEquals(await newer, true);
  await flushMicrotasks();
  assertEquals((await shared.read("key"))?.outcome, RESULT);
});

Deno.test("LateCommitStore gives up an outcome that is refused five times", async () => {
  const scene = setUp();
  await commitInVain(scene, "key");
  for (let attempt = 2; attempt <= 5; attempt++) {
    assertEquals((await scene.store.read("key"))?.outcome, RESULT);
    await flushMicrotasks();
  }
  assertEquals((await scene.store.read("key"))?.outcome, undefined);
});

Deno.test("LateCommitStore forgets a late outcome with its record", async () => {
  const scene = setUp();
  await commitInVain(scene, "key");
  assertEquals(await scene.store.forget("key"), true);
  scene.server.failing.clear();
  assertEquals((await scene.store.claim("key", "other", WINDOW_MS)).claimed, true);
  await flushMicrotasks();
  assertEquals((await scene.shared.read("key"))?.outcome, undefined);
});

Deno.test("LateCommitStore passes on list, and closes the store behind it", async () => {
  const { shared } = setUp();
  let closed = false;
  const inner = Object.assign(shared, {
    [Symbol.asyncDispose]: () => {
      closed = true;
      return Promise.resolve();
    },
  });
  {
    await using store = new LateCommitStore(inner);
    await store.claim("key", "owner", WINDOW_MS);
    assertEquals((await Array.fromAsync(store.list())).map(({ key }) => key), ["key"]);
    assertEquals(store.name, "memory");
  }
  assertEquals(closed, true);
});
