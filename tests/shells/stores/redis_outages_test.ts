import {
  assertEquals,
  assertGreater,
  assertLess,
  assertMatch,
  assertNotMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { IdempotencyRegistry } from "../../../shells/idempotency_registry.ts";
import { RedisIdempotencyStore } from "../../../shells/stores/redis_idempotency_store.ts";
import { ToolCallError } from "../../../tools/types.ts";
import {
  CALL,
  eventually,
  keysOf,
  messageOf,
  redisTest,
  RESULT,
  timeOf,
  WINDOW_MS,
} from "../../_support/redis_scene.ts";

// A server that hangs, is down, or comes back

redisTest(
  "settles in under a second when the server hangs, and leaves no claim behind (H16)",
  async ({ server, store, peer }) => {
    const { record } = await store.claim("mine", "owner", WINDOW_MS);
    server.freeze();
    const ms = await timeOf(() =>
      Promise.all([
        ...Array.from({ length: 20 }, (_, at) => messageOf(store.claim(`key-${at}`, "owner", WINDOW_MS))),
        messageOf(store.commit("mine", record, RESULT)),
        messageOf(store.read("mine")),
      ])
    );
    assertLess(ms, 1_000);
    server.thaw();
    await eventually(async () => (await keysOf(peer)).length === 1);
    assertEquals((await store.claim("key-7", "owner-2", WINDOW_MS)).claimed, true);
    assertEquals((await peer.read("mine"))?.outcome, RESULT);
  },
);

redisTest(
  "settles in under a second when the server is down, and works as soon as it is back (H16)",
  async ({ server, peer }) => {
    await peer.read("key");
    await server.kill();
    for (let call = 0; call < 3; call++) {
      assertLess(await timeOf(() => messageOf(peer.claim("key", "owner", WINDOW_MS))), 1_000);
    }
    await server.start();
    assertLess(await timeOf(() => peer.claim("key", "owner", WINDOW_MS)), 500);
  },
);

redisTest("says where it looked for the server", async ({ server }) => {
  await server.kill();
  await using store = new RedisIdempotencyStore({ url: `${server.url}/3` });
  assertEquals(
    await messageOf(store.read("key")),
    `Cannot reach Redis: redis://127.0.0.1:${server.port}/3, connection refused. Check REDIS_URL and the server`,
  );
});

redisTest("refuses writes and lets reads go on while the server is down (H16)", async ({ server, peer }) => {
  const warnings: string[] = [];
  const registry = new IdempotencyRegistry({
    store: peer,
    secret: "secret",
    onWarning: (it) => warnings.push(it),
  });
  let executions = 0;
  const execute = () => Promise.resolve({ status: "success", summary: `${++executions}` });
  await server.stop();
  const error = await assertRejects(() => registry.run(CALL, execute), ToolCallError);
  assertEquals([error.type, executions], ["unavailable", 0]);
  assertEquals((await registry.run({ ...CALL, repeat: { cacheMs: 1_000 } }, execute)).value, {
    status: "success",
    summary: "1",
  });
  assertMatch(warnings.join(), /^The idempotency store failed: Cannot reach Redis/);
  await server.start();
  assertEquals((await registry.run(CALL, execute)).replayed, false);
  assertEquals((await registry.run(CALL, execute)).replayed, true);
  assertEquals(executions, 2);
});

redisTest(
  "gives the caller its result when the server goes down before the commit (H3)",
  async ({ server, store }) => {
    const warnings: string[] = [];
    const registry = new IdempotencyRegistry({
      store,
      secret: "secret",
      onWarning: (it) => warnings.push(it),
    });
    const { value } = await registry.run(CALL, async () => {
      await server.kill();
      return { status: "success", summary: "Refunded." };
    });
    assertEquals(value, { status: "success", summary: "Refunded." });
    assertEquals(warnings.length, 1);
  },
);

redisTest(
  "writes a commit after a restart without data, for the rest of the window (H5)",
  async ({ server, store, peer }) => {
    const { record } = await store.claim("key", "owner", 10_000);
    await server.kill();
    await server.start();
    assertEquals(await store.commit("key", record, RESULT), true);
    assertEquals(await peer.read("key"), { ...record, outcome: RESULT });
    const left = Number((await server.ask("PTTL", "agent:idem:{key}")).slice(1));
    assertGreater(left, 5_000);
    assertLess(left, 10_000);
  },
);

redisTest("settles when connections are closed as soon as they are made", async ({ proxy, store }) => {
  proxy.arm({ kind: "refuse" }, Infinity);
  const call = messageOf(store.claim("key", "owner", WINDOW_MS));
  assertLess(await timeOf(() => call), 1_000);
  assertMatch(await call, /^Cannot reach Redis: redis:\S+, \w+[^.]*\w\. Check REDIS_URL and the server$/);
  proxy.disarm();
  assertEquals((await store.claim("key", "owner", WINDOW_MS)).claimed, true);
});

// A server that refuses

redisTest("passes on that the server is out of memory, and goes on reading", async ({ server, store }) => {
  const { record } = await store.claim("key", "owner", WINDOW_MS);
  await server.ask("CONFIG", "SET", "maxmemory", "1");
  for (const change of [store.claim("other", "owner", WINDOW_MS), store.commit("key", record, RESULT)]) {
    assertMatch(
      await messageOf(change),
      /^Cannot use Redis: redis:\S+ says "OOM [^"]*"\. Give the server more memory/,
    );
  }
  assertEquals(await store.read("key"), record);
});

redisTest("asks a server that refuses only once", async ({ server, proxy, store }) => {
  await server.ask("CONFIG", "SET", "maxmemory", "1");
  await messageOf(store.claim("key", "owner", WINDOW_MS));
  assertEquals([proxy.roundTrips, proxy.connections], [1, 1]);
});

redisTest("passes on that the server is a replica", async ({ server, store }) => {
  await server.ask("REPLICAOF", "127.0.0.1", "1");
  assertMatch(
    await messageOf(store.claim("key", "owner", WINDOW_MS)),
    /says "READONLY [^"]*"\. Let REDIS_URL point to the primary/,
  );
});

redisTest("passes on that a database does not exist, and uses no other", async ({ server }) => {
  await using store = new RedisIdempotencyStore({ url: `${server.url}/99` });
  assertStringIncludes(await messageOf(store.claim("key", "owner", WINDOW_MS)), "DB index is out of range");
  assertEquals(await server.ask("DBSIZE"), ":0\r\n");
});

redisTest("logs in with a password, and never shows one", async ({ server, proxy, store }) => {
  assertMatch(await messageOf(store.read("key")), /says "NOAUTH /);
  const url = server.url.replace("//", "//:s3cret@");
  await using right = new RedisIdempotencyStore({ url });
  assertEquals((await right.claim("key", "owner", WINDOW_MS)).claimed, true);
  await using wrong = new RedisIdempotencyStore({ url: url.replace("s3cret", "s3%20cret") });
  const refused = await assertRejects(() => wrong.read("key"), Error, "WRONGPASS");
  for (
    const text of ["-ERR unknown command 'AUTH', with args beginning with: 's3'", "-ERR no s3cret", "s3cret"]
  ) {
    await using garbled = new RedisIdempotencyStore({ url: proxy.url.replace("//", "//:s3cret@") });
    proxy.arm({ kind: "garble", text: `${text}\r\n` }, Infinity);
    assertNotMatch(await messageOf(garbled.read("key")), /s3/);
  }
  await server.kill();
  const unreachable = await assertRejects(() => right.read("key"), Error, "Cannot reach Redis");
  for (const error of [refused, unreachable]) assertEquals(Deno.inspect(error).includes("cret"), false);
}, { settings: { requirepass: "s3cret" } });

// The end

redisTest("ends without delay, whatever state the connection is in", async ({ server, proxy }) => {
  const stores = Array.from({ length: 4 }, () => new RedisIdempotencyStore({ url: proxy.url }));
  const [unused, used, hanging, broken] = stores;
  await Promise.all([used, hanging, broken].map((store) => store?.read("key")));
  assertLess(await timeOf(async () => await unused?.[Symbol.asyncDispose]()), 500);
  assertLess(await timeOf(async () => await used?.[Symbol.asyncDispose]()), 500);
  await assertRejects(async () => await used?.read("key"), Error, "the store is closed");
  server.freeze();
  const call = messageOf(Promise.resolve(hanging?.read("key")));
  assertLess(await timeOf(async () => await hanging?.[Symbol.asyncDispose]()), 500);
  assertMatch(await call, /^Cannot (reach|use) Redis/);
  server.thaw();
  await server.kill();
  assertLess(await timeOf(async () => await broken?.[Symbol.asyncDispose]()), 500);
});

Deno.test("RedisIdempotencyStore refuses a URL that is none, without showing it", () => {
  for (
    const url of [
      "",
      "localhost:6379",
      "http://127.0.0.1:6379",
      "redis://",
      "redis://:cret@host:port",
      "redis://host/db",
      "redis://:cret%@host",
    ]
  ) {
    const error = assertThrows(
      () => new RedisIdempotencyStore({ url }),
      TypeError,
      "Cannot use the Redis URL",
    );
    assertEquals(error.message.includes("cret"), false);
  }
});

Deno.test("RedisIdempotencyStore refuses a time-out that is no positive integer", () => {
  for (const commandTimeoutMs of [0, -1, 1.5, NaN, Infinity]) {
    assertThrows(
      () => new RedisIdempotencyStore({ url: "redis://127.0.0.1:1", commandTimeoutMs }),
      RangeError,
      "Cannot create Redis store: commandTimeoutMs is",
    );
  }
});
