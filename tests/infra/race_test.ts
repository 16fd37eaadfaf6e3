import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { CrashLedger } from "../_support/crash_ledger.ts";
import type { CrashStore } from "../_support/crash_plan.ts";
import { CrashProcess } from "../_support/crash_process.ts";
import { infraTest } from "../_support/infra_test.ts";
import { startRedisServer } from "../_support/redis_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const PROCESSES = 8;
const KEYS = Array.from({ length: 300 }, (_, at) => `key-${at}`);

/** Eight processes make the same 300 requests, in orders of their own, ten at a time, from the same moment on. */
async function race(store: CrashStore, folder: string): Promise<void> {
  const ledger = join(folder, "world.jsonl");
  const workers = Array.from({ length: PROCESSES }, (_, seed) =>
    CrashProcess.start({
      store,
      ledger,
      keys: KEYS,
      concurrency: 10,
      seed,
      pauseMs: 0,
      waitMs: 20_000,
      goneAfterMs: 30_000,
    }));
  await Promise.all(workers.map(({ ready }) => ready));
  await Promise.all(workers.map((worker) => worker.go()));
  const ends = await Promise.all(workers.map((worker) => worker.end()));

  assertEquals(ends.map(({ stderr }) => stderr), Array(8).fill(""));
  assertEquals(ends.flatMap(({ warnings }) => warnings), []);
  assertEquals(ends.map(({ finished }) => finished), Array(8).fill(true));
  const lines = await CrashLedger.read(ledger);
  assertEquals(lines.size, 300);
  assertEquals([...lines.values()].filter(({ length }) => length !== 1), []);
  const calls = ends.flatMap((end) => end.calls);
  assertEquals(calls.length, 2_400);
  assertEquals(calls.filter(({ outcome }) => outcome !== "result"), []);
  // All eight callers of a request hear of the one line that it wrote, one of them as the first.
  assertEquals(calls.filter(({ key, reference }) => lines.get(key)?.[0]?.reference !== reference), []);
  assertEquals(calls.filter(({ replayed }) => !replayed).length, 300);
  assert(new Set([...lines.values()].flat().map(({ pid }) => pid)).size > 1, "one process did all the work");
}

infraTest("eight processes race 300 requests on one KV file and each happens once (H20)", {}, async () => {
  await using folder = await tempFolder();
  await race({ kind: "kv", path: join(folder.path, "idempotency.kv") }, folder.path);
});

infraTest("eight processes race 300 requests on one Redis and each happens once (H20)", {
  needsRedis: true,
}, async () => {
  await using folder = await tempFolder();
  await using server = await startRedisServer();
  await race({ kind: "redis", url: server.url }, folder.path);
});
