import {
  assert,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { IdempotencyRegistry } from "../../../shells/idempotency_registry.ts";
import { RedisIdempotencyStore } from "../../../shells/stores/redis_idempotency_store.ts";
import { HastenedStore } from "../../_support/hastened_store.ts";
import { missingInfra } from "../../_support/infra_test.ts";
import { CALL, keysOf, messageOf, pause, redisTest, RESULT, WINDOW_MS } from "../../_support/redis_scene.ts";
import { startRedisServer } from "../../_support/redis_server.ts";
import { testIdempotencyStore } from "./conformance.ts";

testIdempotencyStore("RedisIdempotencyStore", async () => {
  const server = await startRedisServer();
  const store = new RedisIdempotencyStore({ url: server.url });
  const peer = new RedisIdempotencyStore({ url: server.url });
  return {
    store: new HastenedStore(store),
    peer: new HastenedStore(peer),
    advance: (ms) => pause(ms / 4 + 5),
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}, { ignore: missingInfra({ needsRedis: true }) !== undefined });

// Keys and values

redisTest(
  "keeps a record under one key, in braces so that a cluster keeps it whole",
  async ({ server, store }) => {
    await store.claim("0a1b", "owner", WINDOW_MS, "order_refund");
    assertEquals(await server.ask("KEYS", "*"), "*1\r\n$17\r\nagent:idem:{0a1b}\r\n");
  },
);

redisTest("gives no two records one key", async ({ server, store }) => {
  const keys = ["", "a", "a}", "{a}", "a}{", "A", "a:", "\ufffd", "é", "e\u0301"];
  for (const key of keys) assert((await store.claim(key, `owner of ${key}`, WINDOW_MS)).claimed);
  assertEquals(await server.ask("DBSIZE"), ":10\r\n");
  for (const key of keys) assertEquals((await store.read(key))?.owner, `owner of ${key}`);
  await assertRejects(() => store.claim("\ud800", "owner", WINDOW_MS), TypeError, "lone surrogate");
});

redisTest("keeps a label, and no argument of a call in keys or values (H14)", async ({ server, store }) => {
  const registry = new IdempotencyRegistry({ store, secret: "secret" });
  await registry.run(CALL, () => Promise.resolve({ status: "success", summary: "Refunded." }));
  const [key] = await keysOf(store);
  const value = await server.ask("GET", `agent:idem:{${key}}`);
  assertStringIncludes(value, "Refunded.");
  for (const text of [await server.ask("KEYS", "*"), value]) {
    assertEquals(text.includes("13812345678") || text.includes("session-1"), false);
  }
  await store.claim("labelled", "owner", WINDOW_MS, "order_refund");
  assertEquals((await store.read("labelled"))?.label, "order_refund");
});

redisTest("takes windows that PX would not (H17)", async ({ server, store }) => {
  const windowOf = async (key: string, windowMs: number) => {
    const { record } = await store.claim(key, "owner", windowMs);
    return record.expiresAt - record.claimedAt;
  };
  assertEquals(await windowOf("a", 0.4), 1);
  assertEquals(await windowOf("b", 1.5), 2);
  assertEquals(await windowOf("c", -5), 1);
  assertEquals(await windowOf("d", 1e300), 3_155_760_000_000);
  assertEquals(await windowOf("e", Infinity), 3_155_760_000_000);
  assertMatch(await server.ask("PTTL", "agent:idem:{e}"), /^:31557\d{8}\r\n$/);
  await assertRejects(() => store.claim("f", "owner", NaN), RangeError, "windowMs is NaN");
});

redisTest("has the server keep the window, and never makes it longer", async ({ server }) => {
  // A clock that is an hour off moves what a record says, not how long it holds.
  const clock = { now: () => Date.now() - 3_600_000 };
  await using store = new RedisIdempotencyStore({ url: server.url, clock });
  const { record } = await store.claim("key", "owner", 10_000);
  assertEquals(record.expiresAt - record.claimedAt, 10_000);
  const left = Number((await server.ask("PTTL", "agent:idem:{key}")).slice(1));
  assertLessOrEqual(left, 10_000);
  assertLess(9_000, left);
  await pause(50);
  assert(await store.commit("key", { ...record, expiresAt: record.expiresAt + 99_000 }, RESULT));
  assertLessOrEqual(Number((await server.ask("PTTL", "agent:idem:{key}")).slice(1)), 9_950);
});

redisTest("keeps results of several megabytes, and owners with lone surrogates", async ({ store, peer }) => {
  const value = "订单\ud800".repeat(500_000);
  const { record } = await store.claim("key", "owner \ud800", WINDOW_MS);
  assert(await store.commit("key", record, { kind: "result", value }));
  const read = await peer.read("key");
  assertEquals(read?.owner, "owner \ud800");
  assert(read?.outcome?.kind === "result" && read.outcome.value === value);
});

redisTest("refuses what somebody else put there, and leaves it", async ({ server, store }) => {
  await server.ask("SET", "agent:idem:{key}", "hello");
  await server.ask("RPUSH", "agent:idem:{list}", "hello");
  assertEquals(
    await messageOf(store.claim("key", "owner", WINDOW_MS)),
    "Cannot read Redis key: agent:idem:{key} holds no record. Remove it",
  );
  assertStringIncludes(await messageOf(store.claim("list", "owner", WINDOW_MS)), "WRONGTYPE");
  assertEquals(await store.commit("key", { owner: "o", claimedAt: 0, expiresAt: 9e12 }, RESULT), false);
  assertEquals(await server.ask("GET", "agent:idem:{key}"), "$5\r\nhello\r\n");
});

redisTest("claims a key once for one owner", async ({ store }) => {
  const { record } = await store.claim("key", "owner", WINDOW_MS);
  assertEquals(await store.claim("key", "owner", WINDOW_MS), { claimed: false, record });
});

redisTest(
  "writes a late commit for no longer than the window, whatever the clocks say",
  async ({ server, store }) => {
    const claimedAt = Date.now() + 50_000;
    assert(await store.commit("key", { owner: "owner", claimedAt, expiresAt: claimedAt + 10_000 }, RESULT));
    assertLessOrEqual(Number((await server.ask("PTTL", "agent:idem:{key}")).slice(1)), 10_000);
  },
);

redisTest(
  "lists every record once, over many pages, and forgets one whoever owns it",
  async ({ server, store }) => {
    const keys = Array.from({ length: 250 }, (_, at) => `${1_000 + at}`);
    await Promise.all(keys.map((key) => store.claim(key, "owner", WINDOW_MS)));
    await server.ask("SET", "agent:idem:{broken}", "hello");
    await server.ask("SET", "agent:other:{1000}", "hello");
    assertEquals(await keysOf(store), keys);
    assertEquals(await store.forget("1000"), true);
    assertEquals(await store.forget("1000"), false);
    assertEquals((await keysOf(store)).length, 249);
  },
);

redisTest("lists a record once though the server names its key twice", async ({ proxy, store }) => {
  await store.claim("key", "owner", WINDOW_MS);
  const key = "$16\r\nagent:idem:{key}\r\n";
  proxy.arm({ kind: "garble", text: `*2\r\n$1\r\n0\r\n*2\r\n${key}${key}` });
  assertEquals(await keysOf(store), ["key"]);
});

redisTest("takes its prefix literally", async ({ server, store }) => {
  await using starred = new RedisIdempotencyStore({ url: server.url, keyPrefix: "agent:*[a]?:" });
  await store.claim("key", "owner", WINDOW_MS);
  await starred.claim("own", "owner", WINDOW_MS);
  assertEquals(await keysOf(starred), ["own"]);
  assertEquals(await keysOf(store), ["key"]);
});

// Round trips

redisTest("needs one round trip each for claim, commit, release and read", async ({ proxy, store }) => {
  const trips = async (work: () => Promise<unknown>) => {
    const before = proxy.roundTrips;
    await work();
    return proxy.roundTrips - before;
  };
  assertEquals(proxy.connections, 0);
  const record = { owner: "owner", claimedAt: 1, expiresAt: 2 };
  for (const key of ["first", "second"]) {
    assertEquals(await trips(() => store.claim(key, "owner", WINDOW_MS)), 1);
    assertEquals(await trips(() => store.commit(key, record, RESULT)), 1);
    assertEquals(await trips(() => store.read(key)), 1);
    assertEquals(await trips(() => store.release(key, "owner")), 1);
  }
  assertEquals(proxy.connections, 1);
});

redisTest("loads its scripts again when the server has forgotten them", async ({ server, store }) => {
  const { record } = await store.claim("key", "owner", WINDOW_MS);
  await server.ask("SCRIPT", "FLUSH");
  assertEquals((await store.claim("key", "other", WINDOW_MS)).claimed, false);
  await server.ask("SCRIPT", "FLUSH");
  assertEquals(await store.commit("key", record, RESULT), true);
  await server.ask("SCRIPT", "FLUSH");
  assertEquals(await store.release("key", "owner"), true);
  await server.ask("SCRIPT", "FLUSH");
  const claims = await Promise.all([1, 2, 3].map((no) => store.claim("key", `owner-${no}`, WINDOW_MS)));
  assertEquals(claims.filter(({ claimed }) => claimed).length, 1);
});

// Two processes

redisTest("lets fifty equal calls in two processes execute once (H1)", async ({ store, peer }) => {
  const registries = [store, peer].map((of) => new IdempotencyRegistry({ store: of, secret: "secret" }));
  const all = Promise.withResolvers<void>();
  let executions = 0;
  const execute = async () => {
    executions++;
    await all.promise;
    return { status: "success", summary: "Refunded." };
  };
  const calls = Array.from({ length: 50 }, (_, at) => registries[at % 2]?.run(CALL, execute));
  // Those of the other process are refused while the one execution goes on.
  let refused = 0;
  for (const call of calls) call?.catch(() => ++refused === 25 && all.resolve());
  const settled = await Promise.allSettled(calls);
  assertEquals(executions, 1);
  assertEquals(settled.filter(({ status }) => status === "fulfilled").length, 25);
  for (const registry of registries) {
    assertEquals((await registry.run(CALL, execute)).value, { status: "success", summary: "Refunded." });
  }
  assertEquals(executions, 1);
});

redisTest("keeps a late holder's failure away from its successor's record (H2)", async ({ store, peer }) => {
  const slow = new IdempotencyRegistry({ store, secret: "secret", windowMs: 30 });
  const other = new IdempotencyRegistry({ store: peer, secret: "secret", windowMs: WINDOW_MS });
  const [begun, succeeded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failing = slow.run(CALL, async () => {
    begun.resolve();
    await succeeded.promise;
    throw new Error("failed late");
  });
  await begun.promise;
  await pause(40);
  const { value } = await other.run(CALL, () => Promise.resolve({ status: "success", summary: "Refunded." }));
  succeeded.resolve();
  await assertRejects(() => failing, Error, "failed late");
  const never = () => Promise.reject(new Error("executed again"));
  assertEquals((await other.run(CALL, never)).value, value);
  assertEquals((await slow.run(CALL, never)).value, value);
});

redisTest("returns a late result to its caller and keeps the successor's (H5)", async ({ store, peer }) => {
  const warnings: string[] = [];
  const slow = new IdempotencyRegistry({
    store,
    secret: "secret",
    windowMs: 30,
    onWarning: (it) => warnings.push(it),
  });
  const other = new IdempotencyRegistry({ store: peer, secret: "secret", windowMs: WINDOW_MS });
  const [begun, succeeded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = slow.run(CALL, async () => {
    begun.resolve();
    await succeeded.promise;
    return { status: "success", summary: "Late." };
  });
  await begun.promise;
  await pause(40);
  await other.run(CALL, () => Promise.resolve({ status: "success", summary: "Refunded." }));
  succeeded.resolve();
  assertEquals((await late).value, { status: "success", summary: "Late." });
  assertEquals(warnings.length, 1);
  const { value } = await slow.run(CALL, () => Promise.reject(new Error("executed again")));
  assertEquals(value, { status: "success", summary: "Refunded." });
});
