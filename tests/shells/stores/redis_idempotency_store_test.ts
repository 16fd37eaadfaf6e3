import {
  assert,
  assertEquals,
  assertGreater,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { IdempotencyRegistry } from "../../../shells/idempotency_registry.ts";
import type {
  Claim,
  IdempotencyRecord,
  IdempotencyStore,
  StoredOutcome,
} from "../../../shells/stores/idempotency_store.ts";
import { RedisIdempotencyStore } from "../../../shells/stores/redis_idempotency_store.ts";
import { ToolCallError } from "../../../tools/types.ts";
import { hasRedisServer, type RedisServer, startRedisServer } from "../../_support/redis_server.ts";
import { startTcpProxy, type TcpProxy } from "../../_support/tcp_proxy.ts";
import { testIdempotencyStore } from "./conformance.ts";

const WINDOW_MS = 60_000;
const RESULT: StoredOutcome = { kind: "result", value: { status: "success", summary: "Done." } };
const CALL = {
  scope: "session-1",
  tool: "order_refund",
  input: { phone: "13812345678" },
  repeat: "once",
} as const;

const missing = Deno.env.get("RUN_INFRA_TESTS") !== "1"
  ? "set RUN_INFRA_TESTS=1"
  : hasRedisServer()
  ? undefined
  : "no redis-server";

/** What a test has: a server of its own, and a store that reaches it over a proxy. */
interface Scene {
  readonly server: RedisServer;
  readonly proxy: TcpProxy;
  readonly store: RedisIdempotencyStore;
  /** As another process has it, and without the proxy. */
  readonly peer: RedisIdempotencyStore;
}

function redisTest(
  sentence: string,
  body: (scene: Scene) => Promise<void>,
  { commandTimeoutMs, settings }: {
    readonly commandTimeoutMs?: number;
    readonly settings?: Record<string, string>;
  } = {},
): void {
  const name = `RedisIdempotencyStore ${sentence}`;
  Deno.test({
    name: missing ? `${name} (skipped: ${missing})` : name,
    ignore: missing !== undefined,
    fn: async () => {
      await using server = await startRedisServer(settings && { settings });
      await using proxy = startTcpProxy(server.port);
      await using store = new RedisIdempotencyStore({
        url: proxy.url,
        ...(commandTimeoutMs && { commandTimeoutMs }),
      });
      await using peer = new RedisIdempotencyStore({ url: server.url });
      await body({ server, proxy, store, peer });
    },
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Waits for what is on its way. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 2_000;
  while (!await isSo()) {
    assert(performance.now() < end, "it did not come about in 2 s");
    await pause(5);
  }
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return (await assertRejects(() => promise, Error)).message;
}

async function keysOf(store: RedisIdempotencyStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

/** A store whose time goes four times as fast, so that the windows of the conformance tests take a quarter of it. */
class Hastened implements IdempotencyStore {
  readonly name = "hastened";
  readonly #inner: IdempotencyStore;

  constructor(inner: IdempotencyStore) {
    this.#inner = inner;
  }

  async claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    const claim = await this.#inner.claim(key, owner, windowMs / 4, label);
    return { ...claim, record: scaled(claim.record, 4) };
  }

  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    return this.#inner.commit(key, scaled(record, 1 / 4), outcome);
  }

  release(key: string, owner: string): Promise<boolean> {
    return this.#inner.release(key, owner);
  }

  async read(key: string): Promise<IdempotencyRecord | undefined> {
    const record = await this.#inner.read(key);
    return record && scaled(record, 4);
  }
}

function scaled(record: IdempotencyRecord, factor: number): IdempotencyRecord {
  return { ...record, claimedAt: record.claimedAt * factor, expiresAt: record.expiresAt * factor };
}

testIdempotencyStore("RedisIdempotencyStore", async () => {
  const server = await startRedisServer();
  const store = new RedisIdempotencyStore({ url: server.url });
  const peer = new RedisIdempotencyStore({ url: server.url });
  return {
    store: new Hastened(store),
    peer: new Hastened(peer),
    advance: (ms) => pause(ms / 4 + 5),
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}, { ignore: missing !== undefined });

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

redisTest("takes the time from the server, and never makes the window longer", async ({ server, store }) => {
  const { record } = await store.claim("key", "owner", 10_000);
  const [, seconds] = /\r\n(\d{10})\r\n/.exec(await server.ask("TIME")) ?? [];
  assertLess(Math.abs(record.claimedAt - Number(seconds) * 1_000), 1_100);
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
  let executions = 0;
  const execute = async () => {
    executions++;
    await pause(20);
    return { status: "success", summary: "Refunded." };
  };
  const calls = Array.from({ length: 50 }, (_, at) => registries[at % 2]?.run(CALL, execute));
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
  const failing = slow.run(CALL, async () => {
    await pause(60);
    throw new Error("failed late");
  });
  await pause(40);
  const { value } = await other.run(CALL, () => Promise.resolve({ status: "success", summary: "Refunded." }));
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
  const late = slow.run(CALL, async () => {
    await pause(60);
    return { status: "success", summary: "Late." };
  });
  await pause(40);
  await other.run(CALL, () => Promise.resolve({ status: "success", summary: "Refunded." }));
  assertEquals((await late).value, { status: "success", summary: "Late." });
  assertEquals(warnings.length, 1);
  const { value } = await slow.run(CALL, () => Promise.reject(new Error("executed again")));
  assertEquals(value, { status: "success", summary: "Refunded." });
});

// Replies that are lost, late or senseless

redisTest("recognises its own claim when the reply is lost (H15)", async ({ proxy, store, peer }) => {
  proxy.arm({ kind: "cut_before_reply" });
  const { claimed, record } = await store.claim("key", "owner", WINDOW_MS);
  assertEquals(claimed, true);
  assertEquals(await peer.read("key"), record);
  assertEquals((await peer.claim("key", "other", WINDOW_MS)).claimed, false);
  assertEquals(await store.commit("key", record, RESULT), true);
  assertEquals(proxy.connections, 2);
});

redisTest(
  "does not take another's claim for its own when the reply is lost (H15)",
  async ({ proxy, store, peer }) => {
    await peer.claim("key", "other", WINDOW_MS);
    proxy.arm({ kind: "cut_before_reply" });
    const { claimed, record } = await store.claim("key", "owner", WINDOW_MS);
    assertEquals([claimed, record.owner], [false, "other"]);
  },
);

redisTest("claims again when the request is lost", async ({ proxy, store, peer }) => {
  await store.read("key");
  proxy.arm({ kind: "cut_before_send" });
  assertEquals((await store.claim("key", "owner", WINDOW_MS)).claimed, true);
  assertEquals((await peer.read("key"))?.owner, "owner");
});

redisTest(
  "finds out about a commit, a release and a removal whose reply is lost (H15)",
  async ({ proxy, store, peer }) => {
    const { record } = await store.claim("key", "owner", WINDOW_MS);
    proxy.arm({ kind: "cut_before_reply" });
    assertEquals(await store.commit("key", record, RESULT), true);
    assertEquals((await peer.read("key"))?.outcome, RESULT);
    proxy.arm({ kind: "cut_before_reply" });
    assertEquals((await store.read("key"))?.outcome, RESULT);
    proxy.arm({ kind: "cut_before_reply" });
    assertEquals(await store.release("key", "owner"), true);
    assertEquals(await peer.read("key"), undefined);
    proxy.arm({ kind: "cut_before_send" });
    assertEquals(await store.release("key", "owner"), true);
    await store.claim("key", "owner", WINDOW_MS);
    proxy.arm({ kind: "cut_before_reply" });
    assertEquals(await store.forget("key"), true);
  },
);

redisTest(
  "a registry executes once though replies are lost at every step (H15)",
  async ({ proxy, store }) => {
    const warnings: string[] = [];
    const registry = new IdempotencyRegistry({
      store,
      secret: "secret",
      onWarning: (it) => warnings.push(it),
    });
    let executions = 0;
    const execute = () => {
      executions++;
      proxy.arm({ kind: "cut_before_reply" });
      return Promise.resolve({ status: "success", summary: "Refunded." });
    };
    proxy.arm({ kind: "cut_before_reply" });
    const first = await registry.run(CALL, execute);
    proxy.arm({ kind: "cut_before_reply" });
    const second = await registry.run(CALL, execute);
    assertEquals([first.replayed, second.replayed, executions], [false, true, 1]);
    assertEquals(first.value, second.value);
    assertEquals(warnings, []);
  },
);

for (
  const text of [
    "hello\r\n",
    "+OK\r\n",
    ":1\r\n",
    "$-1\r\n",
    "*2\r\n:1\r\n:1\r\n",
    "*2\r\n",
    "\0\xff",
    "HTTP/1.1 400\r\n\r\n",
  ]
) {
  redisTest(`asks again when the reply is ${JSON.stringify(text)}`, async ({ proxy, store, peer }) => {
    proxy.arm({ kind: "garble", text });
    const { claimed, record } = await store.claim("key", "owner", WINDOW_MS);
    assertEquals(claimed, true);
    proxy.arm({ kind: "garble", text });
    assertEquals(await store.commit("key", record, RESULT), true);
    assertEquals((await peer.read("key"))?.outcome, RESULT);
  }, { commandTimeoutMs: 100 });
}

redisTest(
  "asks on another connection when a reply is late, and is not misled when it comes",
  async ({ proxy, store }) => {
    proxy.arm({ kind: "delay", ms: 150 });
    const { claimed, record } = await store.claim("key", "owner", WINDOW_MS);
    assertEquals(claimed, true);
    await pause(80);
    assertEquals(await store.commit("key", record, RESULT), true);
    assertEquals((await store.read("key"))?.outcome, RESULT);
    assertEquals(await store.read("nothing"), undefined);
  },
  { commandTimeoutMs: 100 },
);

redisTest("takes back a claim whose replies all come too late", async ({ proxy, store, peer }) => {
  proxy.arm({ kind: "delay", ms: 250 }, Infinity);
  assertMatch(
    await messageOf(store.claim("key", "owner", WINDOW_MS)),
    /^Cannot reach Redis: .*no answer within/,
  );
  await eventually(async () => await peer.read("key") === undefined);
}, { commandTimeoutMs: 100 });

redisTest(
  "takes back a claim after all connections broke, with the next command",
  async ({ proxy, store, peer }) => {
    proxy.arm({ kind: "cut_before_reply" }, Infinity);
    await messageOf(store.claim("key", "owner", WINDOW_MS));
    assertEquals((await peer.read("key"))?.owner, "owner");
    proxy.disarm();
    assertEquals((await store.claim("key", "owner-2", WINDOW_MS)).claimed, true);
    assertEquals((await peer.read("key"))?.owner, "owner-2");
  },
  { commandTimeoutMs: 100 },
);

redisTest("takes back a claim that reaches the server after its end", async ({ proxy, store, peer }) => {
  proxy.arm({ kind: "hold", ms: 250 });
  const failing = messageOf(store.claim("key", "owner", WINDOW_MS));
  await pause(50);
  proxy.arm({ kind: "delay", ms: 250 }, Infinity);
  await failing;
  await pause(250);
  assertEquals(await peer.read("key"), undefined);
}, { commandTimeoutMs: 100 });

redisTest("takes back no later claim of the same owner", async ({ proxy, store, peer }) => {
  proxy.arm({ kind: "hold", ms: 250 }, Infinity);
  await messageOf(store.claim("key", "owner", WINDOW_MS));
  proxy.disarm();
  assertEquals((await store.claim("key", "owner", WINDOW_MS)).claimed, true);
  await pause(250);
  assertEquals((await peer.read("key"))?.owner, "owner");
}, { commandTimeoutMs: 100 });

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
  assertLess(await timeOf(async () => await unused?.[Symbol.asyncDispose]()), 50);
  assertLess(await timeOf(async () => await used?.[Symbol.asyncDispose]()), 100);
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
