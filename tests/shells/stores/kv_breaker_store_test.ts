import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { nextBreakerState } from "../../../shells/breaker_state.ts";
import { KvBreakerStore } from "../../../shells/stores/kv_breaker_store.ts";
import { KvIdempotencyStore } from "../../../shells/stores/kv_idempotency_store.ts";
import { RULES } from "../../_support/breaker_scene.ts";
import { failingKv, type KvFailure } from "../../_support/failing_kv.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testBreakerStore } from "./breaker_conformance.ts";

testBreakerStore("KvBreakerStore", async () => {
  const folder = await tempFolder();
  const clock = new FakeClock();
  const path = join(folder.path, "idem.kv");
  const [store, peer] = [new KvBreakerStore({ path, clock }), new KvBreakerStore({ path, clock })];
  return {
    store,
    peer,
    advance: (ms) => clock.advance(ms),
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});

const fail = (store: KvBreakerStore) =>
  store.change(
    "order_refund",
    (state, now) => nextBreakerState(state, { type: "failed", id: "x", errorType: "timeout" }, now, RULES),
  );

Deno.test("KvBreakerStore counts a failure once, whether or not a locked file had taken it", async () => {
  for (const applied of [true, false]) {
    await using folder = await tempFolder();
    const failures: KvFailure[] = [{ message: "database is locked", applied }];
    await using store = new KvBreakerStore({
      path: join(folder.path, "idem.kv"),
      clock: new FakeClock(),
      open: async (path) => failingKv(await Deno.openKv(path), failures),
      patience: { wait: () => Promise.resolve() },
    });
    assertEquals((await fail(store)).state.failures.length, 1);
    assertEquals((await fail(store)).state.failures.length, 2);
  }
});

Deno.test("KvBreakerStore survives the end of its process (H32)", async () => {
  await using folder = await tempFolder();
  const options = { path: join(folder.path, "idem.kv"), clock: new FakeClock() };
  {
    await using before = new KvBreakerStore(options);
    for (let no = 0; no < 5; no++) await fail(before);
  }
  await using after = new KvBreakerStore(options);
  const step = await after.change(
    "order_refund",
    (state, now) => nextBreakerState(state, { type: "asked", id: "y" }, now, RULES),
  );
  assertEquals([step.phase, step.admitted, step.coolsForMs], ["open", false, 60_000]);
});

Deno.test("KvBreakerStore shares a file with the idempotency records, and neither lists the other's", async () => {
  await using folder = await tempFolder();
  const options = { path: join(folder.path, "idem.kv"), clock: new FakeClock() };
  await using breakers = new KvBreakerStore(options);
  await using records = new KvIdempotencyStore(options);
  await fail(breakers);
  await records.claim("ab", "owner", 600_000, "order_refund");
  assertEquals((await Array.fromAsync(breakers.list())).map(({ tool }) => tool), ["order_refund"]);
  assertEquals((await Array.fromAsync(records.list())).map(({ key }) => key), ["ab"]);
});
