import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { IdempotencyRegistry } from "../../../shells/idempotency_registry.ts";
import type { IdempotencyStore } from "../../../shells/stores/idempotency_store.ts";
import { KvIdempotencyStore } from "../../../shells/stores/kv_idempotency_store.ts";
import { type JsonValue, ToolCallError } from "../../../tools/types.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { startKvRacer } from "../../_support/kv_racer.ts";
import { kvStores } from "../../_support/kv_stores.ts";
import { testIdempotencyStore } from "./conformance.ts";

const WINDOW_MS = 600_000;
const REFUND = {
  scope: "session",
  tool: "order_refund",
  input: { orderId: "A-1024" },
  repeat: "once",
} as const;

testIdempotencyStore("KvIdempotencyStore", async () => {
  const kv = await kvStores();
  const { store, peer, clock } = kv;
  return {
    store,
    peer,
    advance: (ms) => clock.advance(ms),
    dispose: async () => await kv[Symbol.asyncDispose](),
  };
});

/** A registry as another process has it: over a handle of its own, with the common secret. */
function registry(store: IdempotencyStore, windowMs = WINDOW_MS): IdempotencyRegistry {
  return new IdempotencyRegistry({ store, secret: "secret", windowMs });
}

Deno.test("two registries on one KV file run twenty equal requests each at once, and execute one (H1)", async () => {
  await using kv = await kvStores();
  let executions = 0;
  const execute = () => Promise.resolve({ status: "success", refund: `R-${++executions}` });
  const registries = [registry(kv.store), registry(kv.peer)];
  const runs = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => registries[at % 2]?.run(REFUND, execute)),
  );
  assertEquals(executions, 1);
  // Whoever came while the other process was still at work got its result or no answer, never another result.
  const values = runs.flatMap((run) => run.status === "fulfilled" ? [run.value?.value] : []);
  assertEquals(values.length >= 20, true);
  assertEquals(values.filter((value) => JSON.stringify(value) !== '{"status":"success","refund":"R-1"}'), []);
  for (const later of registries) {
    const { value, replayed } = await later.run(REFUND, execute);
    assertEquals([value, replayed], [{ status: "success", refund: "R-1" }, true]);
  }
  assertEquals(executions, 1);
});

Deno.test("a registry that outlives its window and fails leaves another process's record in KV alone (H2)", async () => {
  await using kv = await kvStores();
  const slow = Promise.withResolvers<unknown>();
  const started = Promise.withResolvers<void>();
  const first = registry(kv.store, 1_000).run(REFUND, () => {
    started.resolve();
    return slow.promise;
  });
  await started.promise;
  kv.clock.advance(1_000);
  const second = registry(kv.peer, 1_000);
  await second.run(REFUND, () => Promise.resolve({ refund: "R-2" }));
  slow.reject(new ToolCallError("unavailable", "Cannot refund order: the desk is closed"));
  await assertRejects(() => first, ToolCallError);
  const { value, replayed } = await second.run(REFUND, () => Promise.resolve({ refund: "R-3" }));
  assertEquals([value, replayed], [{ refund: "R-2" }, true]);
});

Deno.test("a write that another process left in flight in KV is not run again inside its window (H4)", async () => {
  await using kv = await kvStores();
  const fingerprint = Promise.withResolvers<string>();
  // What a process does before it dies: it claims, and that is the last that is heard of it.
  const dying: IdempotencyStore = {
    name: "kv",
    claim: async (key, owner, windowMs) => {
      const claim = await kv.peer.claim(key, owner, windowMs);
      fingerprint.resolve(key);
      return claim;
    },
    commit: () => Promise.reject(new Error("killed")),
    release: () => Promise.reject(new Error("killed")),
    read: (key) => kv.peer.read(key),
  };
  await registry(dying).run(REFUND, () => Promise.resolve({ refund: "R-1" }));
  assertEquals((await kv.store.read(await fingerprint.promise))?.outcome, undefined);

  let executions = 0;
  const repeat = () => registry(kv.store).run(REFUND, () => Promise.resolve({ refund: `R-${++executions}` }));
  const error = await assertRejects(repeat, ToolCallError);
  assertEquals([error.type, executions], ["unknown_outcome", 0]);
});

Deno.test("a first answer and its replay from KV are the same JSON value (H21)", async () => {
  await using kv = await kvStores();
  const execute = () =>
    Promise.resolve({ at: new Date(0), cents: 1_999n, gone: undefined, nan: NaN, text: "\ud83d" });
  const expected = { at: "1970-01-01T00:00:00.000Z", cents: "1999", nan: null, text: "\ud83d" };
  assertEquals((await registry(kv.store).run(REFUND, execute)).value, expected);
  assertEquals((await registry(kv.peer).run(REFUND, execute)).value, expected);
});

Deno.test("KvIdempotencyStore reads back any JSON value that it committed (H8, H21)", async () => {
  await using kv = await kvStores();
  const units = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  });
  const value = fc.oneof(
    // -0 is no JSON value: it is written as 0.
    fc.jsonValue({ stringUnit: "binary" }).map((value) => JSON.parse(JSON.stringify(value))),
    units,
    fc.dictionary(units, fc.array(units), { noNullPrototype: true }),
  ) as fc.Arbitrary<JsonValue>;
  let runs = 0;
  const sameFromBoth = fc.asyncProperty(value, async (value) => {
    const key = (++runs).toString(16);
    const { record } = await kv.store.claim(key, "owner", WINDOW_MS);
    assertEquals(await kv.store.commit(key, record, { kind: "result", value }), true);
    assertEquals((await kv.peer.read(key))?.outcome, { kind: "result", value });
  });
  await fc.assert(sameFromBoth, { numRuns: 150 });
});

Deno.test("KvIdempotencyStore keeps a record under agent, idem and the fingerprint, with no other text (H18)", async () => {
  await using kv = await kvStores();
  await kv.store.claim("00ff", "owner", WINDOW_MS);
  await kv.store.claim("订单", "owner", WINDOW_MS);
  assertEquals(await kv.rawKeys(), [["agent", "idem", "00ff"], ["agent", "idem", "u8ba25355"]]);
});

Deno.test("KvIdempotencyStore replaces an expired record that KV still holds (H19)", async () => {
  await using kv = await kvStores();
  await kv.store.claim("ab", "owner-1", 1);
  kv.clock.advance(1);
  assertEquals(await kv.rawKeys(), [["agent", "idem", "ab"]]);
  assertEquals(await kv.store.read("ab"), undefined);
  assertEquals(await Array.fromAsync(kv.store.list()), []);
  assertEquals(await kv.store.forget("ab"), false);
  assertEquals((await kv.peer.claim("ab", "owner-2", 1)).claimed, true);
});

Deno.test("KvIdempotencyStore keeps a record for its window, however short the time that KV would (H19)", async () => {
  await using kv = await kvStores();
  await kv.store.claim("ab", "owner-1", Number.POSITIVE_INFINITY);
  kv.clock.advance(50 * 365 * 86_400_000);
  assertEquals((await kv.peer.claim("ab", "owner-2", WINDOW_MS)).claimed, false);
});

Deno.test("KvIdempotencyStore lets KV clean up a day after the window, in case a clock is set back (H19)", async () => {
  const expiries: (number | undefined)[] = [];
  await using kv = await kvStores(async (path) => {
    const database = await Deno.openKv(path);
    const atomic = database.atomic.bind(database);
    database.atomic = () => {
      const operation = atomic();
      const set = operation.set.bind(operation);
      operation.set = (key, value, options) => {
        expiries.push(options?.expireIn);
        return set(key, value, options);
      };
      return operation;
    };
    return database;
  });
  const { record } = await kv.store.claim("ab", "owner", 1_000.5);
  kv.clock.advance(400);
  await kv.store.commit("ab", record, { kind: "result", value: "x".repeat(70_000) });
  assertEquals(expiries, [86_401_001, 86_400_601, 86_400_601, 86_400_601]);
});

Deno.test("KvIdempotencyStore writes nothing when a commit comes after its window", async () => {
  await using kv = await kvStores();
  const { record } = await kv.store.claim("ab", "owner", 1_000);
  await kv.store.release("ab", "owner");
  kv.clock.advance(1_000);
  assertEquals(await kv.store.commit("ab", record, { kind: "unknown" }), true);
  assertEquals(await kv.rawKeys(), []);
});

Deno.test("KvIdempotencyStore claims a key once for one owner", async () => {
  await using kv = await kvStores();
  await kv.store.claim("ab", "owner", WINDOW_MS);
  assertEquals((await kv.store.claim("ab", "owner", WINDOW_MS)).claimed, false);
});

Deno.test("KvIdempotencyStore keeps the label of a record", async () => {
  await using kv = await kvStores();
  const { record } = await kv.store.claim("ab", "owner", WINDOW_MS, "order_refund");
  assertEquals(record.label, "order_refund");
  await kv.store.commit("ab", record, { kind: "unknown" });
  assertEquals((await kv.peer.read("ab"))?.label, "order_refund");
});

Deno.test("KvIdempotencyStore lists the live records under the keys that they were claimed with", async () => {
  await using kv = await kvStores();
  await kv.store.claim("short", "owner", 1_000);
  const { record } = await kv.store.claim("a:b", "owner", WINDOW_MS, "ticket_create");
  await kv.store.commit("a:b", record, { kind: "result", value: "x".repeat(70_000) });
  await kv.store.claim("00ff", "owner", WINDOW_MS);
  kv.clock.advance(1_000);
  const listed = await Array.fromAsync(kv.peer.list());
  assertEquals(listed.map(({ key }) => key), ["00ff", "a:b"]);
  assertEquals(listed[1]?.record, { ...record, outcome: { kind: "result", value: "x".repeat(70_000) } });
});

Deno.test("KvIdempotencyStore forgets a record whoever owns it, and says whether there was one", async () => {
  await using kv = await kvStores();
  await kv.store.claim("ab", "owner", WINDOW_MS);
  assertEquals(await kv.peer.forget("ab"), true);
  assertEquals(await kv.peer.forget("ab"), false);
  assertEquals((await kv.peer.claim("ab", "owner-2", WINDOW_MS)).claimed, true);
});

Deno.test("KvIdempotencyStore replays what a process that has ended left in the file", async () => {
  await using kv = await kvStores();
  const other = startKvRacer(kv.path, 2);
  await other.ready;
  await other.go();
  const { owners: [owner = ""] } = await other.report;
  const { claimed, record } = await kv.store.claim("0".repeat(64), "owner", WINDOW_MS);
  assertEquals([claimed, record.owner, record.outcome], [false, owner, { kind: "result", value: owner }]);
});

Deno.test("KvIdempotencyStore says what to do about a record of another format", async () => {
  await using kv = await kvStores();
  {
    using raw = await Deno.openKv(kv.path);
    await raw.set(["agent", "idem", "ab"], new TextEncoder().encode('{"format":2}'));
    await raw.set(["agent", "idem", "cd"], "no bytes");
  }
  const told = "Cannot read idempotency record: its format is";
  await assertRejects(
    () => kv.store.claim("ab", "owner", WINDOW_MS),
    Error,
    `${told} 2, not 1. Use the version`,
  );
  await assertRejects(() => kv.store.read("cd"), Error, `${told} undefined, not 1.`);
});

Deno.test("KvIdempotencyStore refuses an empty path, for which Deno would choose a file", () => {
  assertThrows(
    () => new KvIdempotencyStore({ path: "", clock: new FakeClock() }),
    TypeError,
    'Cannot create kv store: the path is "". Set HANDRAIL_KV to a file',
  );
});
