import { assert, assertEquals } from "@std/assert";
import { createSealer, type Sealer } from "../../../shells/seal.ts";
import { MemoryIdempotencyStore } from "../../../shells/stores/memory_idempotency_store.ts";
import { SealedStore } from "../../../shells/stores/sealed_store.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { testIdempotencyStore } from "./conformance.ts";

const sealer = createSealer("secret");
const WINDOW_MS = 600_000;

testIdempotencyStore("SealedStore", () => {
  const clock = new FakeClock();
  const store = new SealedStore(new MemoryIdempotencyStore({ clock }), { sealer, seals: true });
  return { store, peer: store, advance: (ms) => clock.advance(ms) };
});

async function setUp(by: { readonly sealer: Sealer; readonly seals: boolean } = { sealer, seals: true }) {
  const inner = new MemoryIdempotencyStore({ clock: new FakeClock() });
  const store = new SealedStore(inner, by);
  const { record } = await store.claim("key", "owner", WINDOW_MS);
  await store.commit("key", record, { kind: "result", value: { phone: "13800138000" } });
  return { inner, store, record };
}

Deno.test("SealedStore lets nobody read a result who has no secret", async () => {
  const { inner, store } = await setUp();
  const kept = JSON.stringify(await inner.read("key"));
  assert(!kept.includes("13800138000") && !kept.includes("phone"), kept);
  assertEquals((await store.read("key"))?.outcome, { kind: "result", value: { phone: "13800138000" } });
});

Deno.test("SealedStore takes a result that it cannot open for a lost one, so that nothing runs again", async () => {
  const { inner } = await setUp();
  const stranger = new SealedStore(inner, { sealer: createSealer("another"), seals: true });
  const claim = await stranger.claim("key", "other", WINDOW_MS);
  assertEquals([claim.claimed, claim.record.outcome], [false, { kind: "result_lost" }]);
});

Deno.test("SealedStore opens no result that was moved from another key", async () => {
  const { inner, store, record } = await setUp();
  const moved = (await inner.read("key"))?.outcome;
  assert(moved);
  await inner.commit("other", { ...record, owner: "thief" }, moved);
  assertEquals((await store.read("other"))?.outcome, { kind: "result_lost" });
});

Deno.test("SealedStore opens what was sealed although it seals no more", async () => {
  const { inner } = await setUp();
  const open = new SealedStore(inner, { sealer, seals: false });
  assertEquals((await open.read("key"))?.outcome, { kind: "result", value: { phone: "13800138000" } });
  const plain = await setUp({ sealer, seals: false });
  assertEquals((await plain.inner.read("key"))?.outcome, { kind: "result", value: { phone: "13800138000" } });
});
