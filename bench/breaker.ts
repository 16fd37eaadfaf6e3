/**
 * Measures what the breaker and the loop guard cost a call that succeeds, beside the bare call and bare round trips to the
 * same stores in the same run. What counts are the ratios.
 *
 * ```sh
 * deno task bench:breaker
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { Redis } from "ioredis";
import { Breaker } from "../shells/breaker.ts";
import { circuitBreaker } from "../shells/circuit_breaker.ts";
import { systemClock } from "../shells/clock.ts";
import { loopGuard } from "../shells/loop_guard.ts";
import { LoopWatch } from "../shells/loop_watch.ts";
import type { Shell } from "../shells/shell.ts";
import { createBreakerStore } from "../shells/stores/create_breaker_store.ts";
import type { StoreKind } from "../shells/stores/store_kind.ts";
import { callTool, fakeTool } from "../tests/_support/fake_tool.ts";
import { hasRedisServer, startRedisServer } from "../tests/_support/redis_server.ts";
import { tempFolder } from "../tests/_support/temp_folder.ts";
import { type SampledCase, sampleInTurn } from "./idempotency_sampling.ts";

const ANSWER = { status: "success", summary: "Order B-0001 is delivered.", structured: { status: "found" } };
const RULES = { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 };
const TOOL = fakeTool(() => Promise.resolve(ANSWER));

function shelled(name: string, shell: (call: number) => Shell): SampledCase {
  return {
    name,
    run: (call) => callTool(shell(call)(TOOL, { name: "order_query_status" }), { orderId: `A-${call}` }),
  };
}

async function breakerCase(kind: StoreKind, redisUrl: string, kvPath: string) {
  const elapsed = () => performance.now();
  const store = await createBreakerStore({ kind, redisUrl, kvPath, clock: systemClock, elapsed });
  const shell = circuitBreaker({ breaker: new Breaker({ store, rules: RULES }) });
  await callTool(shell(TOOL, { name: "order_query_status" }), {});
  return {
    case: shelled(`breaker, ${kind}`, () => shell),
    [Symbol.asyncDispose]: async () => await store[Symbol.asyncDispose]?.(),
  };
}

function report(medians: ReadonlyMap<string, number>, base: string): void {
  const unit = medians.get(base) ?? NaN;
  for (const [name, microseconds] of medians) {
    const [time, ratio] = [microseconds.toFixed(2).padStart(9), (microseconds / unit).toFixed(2).padStart(7)];
    console.log(`${name.padEnd(24)}${time} µs  ${ratio} × ${base}`);
  }
}

await using folder = await tempFolder();
const watch = new LoopWatch();
await using memory = await breakerCase("memory", "", "");
report(
  await sampleInTurn([
    { name: "bare call", run: (call) => callTool(TOOL, { orderId: `A-${call}` }) },
    memory.case,
    shelled(
      "loop guard",
      (call) => loopGuard({ watch: call % 8 ? watch : new LoopWatch(), language: () => "en" }),
    ),
  ], { rounds: 200, batch: 500 }),
  "bare call",
);

const kvPath = `${folder.path}/bench.kv`;
await using kv = await breakerCase("kv", "", kvPath);
using bareKv = await Deno.openKv(kvPath);
report(
  await sampleInTurn([{ name: "bare kv get", run: () => bareKv.get(["x"]) }, kv.case], {
    rounds: 50,
    batch: 50,
  }),
  "bare kv get",
);

if (hasRedisServer()) {
  await using server = await startRedisServer();
  await using redis = await breakerCase("redis", server.url, "");
  const bare = new Redis(server.url);
  report(
    await sampleInTurn([{ name: "bare redis get", run: () => bare.get("x") }, redis.case], {
      rounds: 50,
      batch: 50,
    }),
    "bare redis get",
  );
  await bare.quit();
} else console.log("redis skipped: no redis-server");
