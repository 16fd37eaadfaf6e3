import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { IdempotencyRegistry } from "../../../shells/idempotency_registry.ts";
import {
  CALL,
  eventually,
  messageOf,
  pause,
  redisTest,
  RESULT,
  WINDOW_MS,
} from "../../_support/redis_scene.ts";

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
  proxy.arm({ kind: "hold", ms: 250 }, 1, { kind: "delay", ms: 250 });
  await messageOf(store.claim("key", "owner", WINDOW_MS));
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

redisTest("says so when the server is too old for a claim", async ({ proxy, store }) => {
  proxy.arm({ kind: "garble", text: "-ERR syntax error\r\n" });
  await assertRejects(
    () => store.claim("key", "owner", WINDOW_MS),
    Error,
    'says "ERR syntax error". It has to be Redis 7 or later, or Valkey',
  );
});
