import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { nextBreakerState } from "../../../shells/breaker_state.ts";
import type { BreakerStore } from "../../../shells/stores/breaker_store.ts";
import { RedisBreakerStore } from "../../../shells/stores/redis_breaker_store.ts";
import { RULES } from "../../_support/breaker_scene.ts";
import { infraTest, missingInfra } from "../../_support/infra_test.ts";
import { pause, timeOf } from "../../_support/redis_scene.ts";
import { startRedisServer } from "../../_support/redis_server.ts";
import { startTcpProxy } from "../../_support/tcp_proxy.ts";
import { testBreakerStore } from "./breaker_conformance.ts";

testBreakerStore("RedisBreakerStore", async () => {
  const server = await startRedisServer();
  const [store, peer] = [
    new RedisBreakerStore({ url: server.url }),
    new RedisBreakerStore({ url: server.url }),
  ];
  return {
    store,
    peer,
    advance: (ms) => pause(ms + 5),
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}, { ignore: missingInfra({ needsRedis: true }) !== undefined });

const NEEDS = { needsRedis: true };

function fail(store: BreakerStore, id = "x") {
  return store.change(
    "order_refund",
    (state, now) => nextBreakerState(state, { type: "failed", id, errorType: "timeout" }, now, RULES),
  );
}

infraTest(
  "RedisBreakerStore keeps one key per tool, for a day, and nothing personal in it",
  NEEDS,
  async () => {
    await using server = await startRedisServer();
    await using store = new RedisBreakerStore({ url: server.url });
    await fail(store);
    const key = "agent:breaker:{order_refund}";
    assertEquals(await server.ask("KEYS", "*"), `*1\r\n$28\r\n${key}\r\n`);
    const value = await server.ask("GET", key);
    assertMatch(
      value,
      /^\$\d+\r\n\{"change":"[0-9a-f-]{36}","failures":\[\{"at":\d{13},"type":"timeout"\}\]\}\r\n$/,
    );
    const left = Number((await server.ask("PTTL", key)).slice(1));
    assertEquals(left > 86_000_000 && left <= 86_400_000, true);
  },
);

infraTest("RedisBreakerStore goes by the server's clock alone (H31)", NEEDS, async () => {
  await using server = await startRedisServer();
  await using store = new RedisBreakerStore({ url: server.url });
  const { now } = await store.change("order_refund", (state, now) => ({ state, now }));
  const [, , seconds] = (await server.ask("TIME")).split("\r\n");
  assertEquals(Math.abs(now / 1_000 - Number(seconds)) < 5, true);
});

infraTest("RedisBreakerStore works on after the server has forgotten its scripts", NEEDS, async () => {
  await using server = await startRedisServer();
  await using store = new RedisBreakerStore({ url: server.url });
  await fail(store);
  await server.ask("SCRIPT", "FLUSH");
  assertEquals((await fail(store)).state.failures.length, 2);
});

infraTest("RedisBreakerStore takes what is no breaker for none, and writes over it", NEEDS, async () => {
  await using server = await startRedisServer();
  await using store = new RedisBreakerStore({ url: server.url });
  for (const text of ["nonsense", "[]", '{"change":1}', "null"]) {
    await server.ask("SET", "agent:breaker:{order_refund}", text);
    assertEquals((await fail(store)).state.failures.length, 1);
  }
});

infraTest(
  "RedisBreakerStore fails soon when there is no server, and works once there is one",
  NEEDS,
  async () => {
    await using server = await startRedisServer();
    await using store = new RedisBreakerStore({ url: server.url });
    await fail(store);
    await server.stop();
    await assertRejects(() => fail(store), Error, "Cannot");
    await server.start();
    assertEquals((await fail(store)).state.failures.length, 1);
    server.freeze();
    const ms = await timeOf(() => assertRejects(() => fail(store), Error, "Cannot"));
    server.thaw();
    assertEquals(ms < 1_000, true);
  },
);

infraTest("RedisBreakerStore counts a failure once although the reply was lost", NEEDS, async () => {
  await using server = await startRedisServer();
  await using proxy = startTcpProxy(server.port);
  await using store = new RedisBreakerStore({ url: proxy.url });
  await fail(store, "first");
  let tries = 0;
  const counted = await store.change("order_refund", (state, now) => {
    // The server carries the next command out, and its answer does not arrive.
    if (tries++ === 0) proxy.arm({ kind: "cut_before_reply" }, 1);
    return nextBreakerState(state, { type: "failed", id: "second", errorType: "timeout" }, now, RULES);
  });
  assertEquals([counted.state.failures.length, tries], [2, 1]);
  await using peer = new RedisBreakerStore({ url: server.url });
  assertEquals((await peer.change("order_refund", (state) => ({ state }))).state.failures.length, 2);
});

infraTest(
  "RedisBreakerStore makes one round trip for what changes nothing, and two for a change",
  NEEDS,
  async () => {
    await using server = await startRedisServer();
    await using proxy = startTcpProxy(server.port);
    await using store = new RedisBreakerStore({ url: proxy.url });
    await fail(store);
    const before = proxy.roundTrips;
    await store.change(
      "order_refund",
      (state, now) => nextBreakerState(state, { type: "asked", id: "y" }, now, RULES),
    );
    assertEquals(proxy.roundTrips - before, 1);
    await fail(store);
    assertEquals(proxy.roundTrips - before, 3);
  },
);
