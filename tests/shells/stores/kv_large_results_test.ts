import { assertEquals } from "@std/assert";
import type { IdempotencyRecord, IdempotencyStore } from "../../../shells/stores/idempotency_store.ts";
import { type KvStores, kvStores } from "../../_support/kv_stores.ts";

const WINDOW_MS = 600_000;

async function finish(store: IdempotencyStore, value: string): Promise<IdempotencyRecord> {
  const { record } = await store.claim("ab", "owner", WINDOW_MS);
  assertEquals(await store.commit("ab", record, { kind: "result", value }), true);
  return record;
}

for (const bytes of [65_535, 65_536, 65_537, 300_000]) {
  Deno.test(`KvIdempotencyStore keeps a result of ${bytes.toLocaleString("en")} bytes whole (H18)`, async () => {
    await using kv = await kvStores();
    const value = "x".repeat(bytes - 2); // beside the quotes of its JSON text
    await finish(kv.store, value);
    assertEquals((await kv.peer.read("ab"))?.outcome, { kind: "result", value });
    const repeat = await kv.peer.claim("ab", "other", WINDOW_MS);
    assertEquals([repeat.claimed, repeat.record.outcome], [false, { kind: "result", value }]);
  });
}

Deno.test("KvIdempotencyStore keeps the largest result whole beside a long owner and label (H18)", async () => {
  await using kv = await kvStores();
  const owner = "o".repeat(50_000);
  const { record } = await kv.store.claim("ab".repeat(500), owner, WINDOW_MS, "订".repeat(5_000));
  const outcome = { kind: "result", value: "x".repeat(720_868) } as const;
  assertEquals(await kv.store.commit("ab".repeat(500), record, outcome), true);
  assertEquals(await kv.peer.read("ab".repeat(500)), { ...record, outcome });
});

Deno.test("KvIdempotencyStore says of a result of 2 MB that it is lost, and does not throw (H18)", async () => {
  await using kv = await kvStores();
  await finish(kv.store, "x".repeat(2_000_000));
  const { claimed, record } = await kv.peer.claim("ab", "other", WINDOW_MS);
  assertEquals([claimed, record.outcome], [false, { kind: "result_lost" }]);
});

const WAYS_OUT: Record<string, (kv: KvStores, record: IdempotencyRecord) => Promise<unknown>> = {
  "is forgotten": ({ peer }) => peer.forget("ab"),
  "is released": ({ peer }) => peer.release("ab", "owner"),
  "gets a smaller result": ({ peer }, record) =>
    peer.commit("ab", record, { kind: "result", value: "small" }),
  "is replaced after its window": ({ peer, clock }) => {
    clock.advance(WINDOW_MS);
    return peer.claim("ab", "other", WINDOW_MS);
  },
};
for (const [way, leave] of Object.entries(WAYS_OUT)) {
  Deno.test(`KvIdempotencyStore leaves no part of a large result behind when its record ${way} (H18)`, async () => {
    await using kv = await kvStores();
    const record = await finish(kv.store, "x".repeat(300_000));
    assertEquals((await kv.rawKeys("agent", "idem_parts")).length, 5);
    await leave(kv, record);
    assertEquals(await kv.rawKeys("agent", "idem_parts"), []);
  });
}

Deno.test("KvIdempotencyStore never mixes the parts of two results (H18)", async () => {
  await using kv = await kvStores();
  const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
  const commit = (letter: string) =>
    kv.store.commit("ab", record, { kind: "result", value: letter.repeat(700_000) });
  await commit("a");
  let writing = true;
  const writes = (async () => {
    for (const letter of "bcdefghij") await commit(letter);
    writing = false;
  })();
  const seen = new Set<string>();
  while (writing) {
    const outcome = (await kv.peer.read("ab"))?.outcome;
    const text = outcome?.kind === "result" ? String(outcome.value) : String(outcome?.kind);
    seen.add(/^(.)\1{699999}$/.test(text) ? "whole" : text.slice(0, 20));
  }
  await writes;
  assertEquals([...seen], ["whole"]);
});

Deno.test("KvIdempotencyStore says of a result whose parts are damaged that it is lost (H18)", async () => {
  await using kv = await kvStores();
  await finish(kv.store, "x".repeat(300_000));
  {
    using raw = await Deno.openKv(kv.path);
    await raw.delete(["agent", "idem_parts", "ab", 3]);
  }
  assertEquals((await kv.store.read("ab"))?.outcome, { kind: "result_lost" });
  assertEquals((await kv.store.claim("ab", "other", WINDOW_MS)).claimed, false);
});
