import { assertEquals, assertThrows } from "@std/assert";
import type { IdempotencyStore } from "../../../shells/stores/idempotency_store.ts";
import { MemoryIdempotencyStore } from "../../../shells/stores/memory_idempotency_store.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { testIdempotencyStore } from "./conformance.ts";

const WINDOW_MS = 600_000;

testIdempotencyStore("MemoryIdempotencyStore", () => {
  const clock = new FakeClock();
  const store = new MemoryIdempotencyStore({ clock });
  return { store, peer: store, advance: (ms) => clock.advance(ms) };
});

async function finish(store: IdempotencyStore, key: string): Promise<void> {
  const { record } = await store.claim(key, `owner of ${key}`, WINDOW_MS);
  await store.commit(key, record, { kind: "result", value: key });
}

async function liveKeys(store: IdempotencyStore, keys: readonly string[]): Promise<string[]> {
  const records = await Promise.all(keys.map((key) => store.read(key)));
  return keys.filter((_, at) => records[at] !== undefined);
}

Deno.test("MemoryIdempotencyStore drops the oldest finished records beyond maxEntries", async () => {
  const store = new MemoryIdempotencyStore({ clock: new FakeClock(), maxEntries: 2 });
  for (const key of ["a", "b", "c", "d"]) await finish(store, key);
  assertEquals(await liveKeys(store, ["a", "b", "c", "d"]), ["c", "d"]);
});

Deno.test("MemoryIdempotencyStore keeps 500 finished records by default", async () => {
  const store = new MemoryIdempotencyStore({ clock: new FakeClock() });
  for (let at = 0; at < 501; at++) await finish(store, `key-${at}`);
  assertEquals(await liveKeys(store, ["key-0", "key-1", "key-500"]), ["key-1", "key-500"]);
});

Deno.test("MemoryIdempotencyStore never drops a record in flight, however many there are", async () => {
  const store = new MemoryIdempotencyStore({ clock: new FakeClock(), maxEntries: 1 });
  for (const key of ["a", "b", "c"]) await store.claim(key, "owner", WINDOW_MS);
  await finish(store, "d");
  await finish(store, "e");
  assertEquals(await liveKeys(store, ["a", "b", "c", "d", "e"]), ["a", "b", "c", "e"]);
});

Deno.test("MemoryIdempotencyStore counts finished records only, so that many in flight displace none", async () => {
  const store = new MemoryIdempotencyStore({ clock: new FakeClock(), maxEntries: 1 });
  await store.claim("a", "owner", WINDOW_MS);
  await finish(store, "b");
  await store.claim("c", "owner", WINDOW_MS);
  assertEquals(await liveKeys(store, ["a", "b", "c"]), ["a", "b", "c"]);
});

Deno.test("MemoryIdempotencyStore never drops a write whose outcome is unknown inside its window (H36)", async () => {
  const store = new MemoryIdempotencyStore({ clock: new FakeClock(), maxEntries: 1 });
  const { record } = await store.claim("a", "owner", WINDOW_MS);
  await store.commit("a", record, { kind: "unknown" });
  for (const key of ["b", "c", "d"]) await finish(store, key);
  assertEquals((await store.read("a"))?.outcome, { kind: "unknown" });
});

Deno.test("MemoryIdempotencyStore drops expired records before live ones", async () => {
  const clock = new FakeClock();
  const store = new MemoryIdempotencyStore({ clock, maxEntries: 2 });
  await finish(store, "a");
  const short = await store.claim("short", "owner", 1_000);
  await store.commit("short", short.record, { kind: "result", value: 1 });
  clock.advance(1_000);
  await finish(store, "c");
  assertEquals(await liveKeys(store, ["a", "short", "c"]), ["a", "c"]);
});

Deno.test("MemoryIdempotencyStore counts the age of a record from its latest claim", async () => {
  const clock = new FakeClock();
  const store = new MemoryIdempotencyStore({ clock, maxEntries: 2 });
  await store.claim("a", "owner", 1_000);
  await finish(store, "b");
  clock.advance(1_000);
  await finish(store, "a");
  await finish(store, "c");
  assertEquals(await liveKeys(store, ["a", "b", "c"]), ["a", "c"]);
});

Deno.test("MemoryIdempotencyStore refuses a maxEntries that is no positive integer", () => {
  for (const maxEntries of [0, -1, 1.5, NaN, Infinity]) {
    assertThrows(
      () => new MemoryIdempotencyStore({ clock: new FakeClock(), maxEntries }),
      RangeError,
      "Cannot create memory store: maxEntries is",
    );
  }
});
