/**
 * Measures what the idempotency registry costs, in one run beside bare round trips to the same stores and beside AWS
 * Lambda Powertools. What counts are the ratios: the machine's speed is in both sides of each.
 *
 * ```sh
 * deno task bench:idempotency
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { Redis } from "ioredis";
import { systemClock } from "../shells/clock.ts";
import { IdempotencyRegistry } from "../shells/idempotency_registry.ts";
import { createIdempotencyStore } from "../shells/stores/create_idempotency_store.ts";
import type { StoreKind } from "../shells/stores/store_kind.ts";
import { hasRedisServer, startRedisServer } from "../tests/_support/redis_server.ts";
import type { JsonObject } from "../tools/types.ts";
import { loadPowertools, type Powertools } from "./idempotency_powertools.ts";
import { type SampledCase, sampleInTurn } from "./idempotency_sampling.ts";
import { describeMedians } from "./idempotency_verdicts.ts";

const REPLAYED = { orderId: "B-0001", reason: "broken", amount: 1 };

/** A write that costs nothing and answers as tools do. */
function refund(): Promise<JsonObject> {
  return Promise.resolve({
    status: "success",
    summary: "Order B-0001 was refunded: 899 CNY.",
    structured: { status: "refunded", orderId: "B-0001", amount: 899, currency: "CNY" },
  });
}

function newInput(call: number): typeof REPLAYED {
  return { ...REPLAYED, amount: call + 2 };
}

/** A first call and a replay through the registry, and the way to close its store. */
async function ours(kind: StoreKind, redisUrl: string, kvPath: string) {
  const store = await createIdempotencyStore({ kind, redisUrl, kvPath, clock: systemClock });
  const registry = new IdempotencyRegistry({
    store,
    secret: "a secret of the benchmark",
    waiting: { clock: systemClock, waitMs: 10_000, goneAfterMs: 35_000 },
    onWarning: (message) => console.log(`  warning: ${message}`),
  });
  const run = (input: object) =>
    registry.run({ scope: ["session", 0], tool: "order_refund", input, repeat: "once" }, refund);
  await run(REPLAYED);
  const cases: SampledCase[] = [
    { name: `${kind}, first call`, run: (call) => run(newInput(call)) },
    { name: `${kind}, replay`, run: () => run(REPLAYED) },
  ];
  return { cases, [Symbol.asyncDispose]: async () => await store[Symbol.asyncDispose]?.() };
}

async function theirs(write: ((input: object) => Promise<unknown>) | undefined): Promise<SampledCase[]> {
  if (!write) return [];
  await write(REPLAYED);
  return [
    { name: "Powertools, first call", run: (call) => write(newInput(call)) },
    { name: "Powertools, replay", run: () => write(REPLAYED) },
  ];
}

function ahead(kind: StoreKind) {
  return [
    { name: `${kind}, first call`, aheadOf: "Powertools, first call" },
    { name: `${kind}, replay`, aheadOf: "Powertools, replay" },
  ];
}

async function measureMemory(powertools: Powertools | undefined): Promise<string> {
  await using registry = await ours("memory", "", "");
  const bare: SampledCase = { name: "bare call", run: refund };
  const cases = [bare, ...registry.cases, ...await theirs(powertools?.inMemory(refund))];
  return describeMedians("memory", await sampleInTurn(cases, { rounds: 400, batch: 50 }), [
    { name: "memory, first call", over: "bare call", atMostMicroseconds: 20 },
    { name: "memory, replay", over: "bare call", atMostMicroseconds: 15 },
    ...ahead("memory"),
  ]);
}

async function measureKv(folder: string): Promise<string> {
  await using registry = await ours("kv", "", `${folder}/registry.kv`);
  using kv = await Deno.openKv(`${folder}/bare.kv`);
  const commit = async (key: Deno.KvKey, part: string) => {
    await kv.atomic().set(key, { owner: "someone", part }).commit();
  };
  const cases: SampledCase[] = [
    {
      name: "two bare atomic commits",
      run: async (call) => {
        await commit(["bare", call], "claimed");
        await commit(["bare", call], "done");
      },
    },
    { name: "one bare get", run: () => kv.get(["bare", 0]) },
    ...registry.cases,
  ];
  return describeMedians("KV", await sampleInTurn(cases, { rounds: 1_200, batch: 1 }), [
    { name: "kv, first call", of: "two bare atomic commits", atMostTimes: 1.5 },
  ]);
}

async function measureRedis(folder: string, powertools: Powertools | undefined): Promise<string> {
  if (!hasRedisServer()) return "Redis\n  skipped: no redis-server";
  await using server = await startRedisServer();
  await using registry = await ours("redis", server.url, folder);
  const client = new Redis(server.url);
  try {
    await client.set("bare", JSON.stringify(await refund()));
    const cases: SampledCase[] = [
      { name: "one bare PING", run: () => client.ping() },
      { name: "one bare GET", run: () => client.get("bare") },
      {
        name: "two bare GETs in a row",
        run: async () => {
          await client.get("bare");
          await client.get("bare");
        },
      },
      ...registry.cases,
      ...await theirs(powertools?.overRedis(client, refund)),
    ];
    return describeMedians("Redis", await sampleInTurn(cases, { rounds: 200, batch: 20 }), [
      { name: "redis, first call", of: "two bare GETs in a row", atMostTimes: 1.3 },
      { name: "redis, replay", of: "one bare GET", atMostTimes: 1.2 },
      ...ahead("redis"),
    ]);
  } finally {
    client.disconnect();
  }
}

const folder = await Deno.makeTempDir({ prefix: "handrail-bench-" });
try {
  const powertools = await loadPowertools();
  if (!powertools) console.log("Powertools cannot be loaded: nothing is compared with it");
  console.log(await measureMemory(powertools));
  console.log(await measureKv(folder));
  console.log(await measureRedis(folder, powertools));
} finally {
  await Deno.remove(folder, { recursive: true });
}
