import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { CrashStore } from "../_support/crash_plan.ts";
import { type CrashTally, runCrashRounds } from "../_support/crash_rounds.ts";
import { infraTest } from "../_support/infra_test.ts";
import { startRedisServer } from "../_support/redis_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const KILLS = 200;
/** What a caller may be told; a `result` beside them. */
const STRUCTURED = ["result", "unknown_outcome", "in_progress", "unavailable"];
/** Waiting for another process ends after 1.5 s here; the rest is for two busy cores. */
const LONGEST_CALL_MS = 10_000;

async function crash(store: CrashStore, folder: string, kills: number): Promise<CrashTally> {
  const seed = Number(Deno.env.get("CRASH_SEED") ?? Date.now() % 1_000_000);
  const tally = await runCrashRounds({ store, ledger: join(folder, "world.jsonl"), kills, seed });
  // deno-lint-ignore no-console -- the figures and the seed are what somebody who looks into a failure needs
  console.log(JSON.stringify({ store: store.kind, seed, ...tally }));
  return tally;
}

function assertNothingTwice(tally: CrashTally): void {
  assertEquals(tally.duplicates, 0);
  assertEquals(tally.faults, []);
  assertEquals(Object.keys(tally.outcomes).filter((outcome) => !STRUCTURED.includes(outcome)), []);
  assert(tally.slowestMs < LONGEST_CALL_MS, `a call took ${tally.slowestMs} ms`);
  assertEquals(tally.kills, KILLS);
  // Kills that never met a write before and behind its change of the world would prove nothing.
  assert(tally.unexecuted >= 20 && tally.unanswered >= 20, "hardly any kill met a write at work");
}

infraTest("the crash harness sees what happens twice when nothing guards the writes", {}, async () => {
  await using folder = await tempFolder();
  const { kills, duplicates } = await crash({ kind: "none" }, folder.path, 8);
  assertEquals(kills, 8);
  assert(duplicates > 60, `only ${duplicates} duplicates`);
});

infraTest(
  "KV lets no write happen twice while 200 processes are killed at random moments (H4, H18)",
  {},
  async () => {
    await using folder = await tempFolder();
    assertNothingTwice(
      await crash({ kind: "kv", path: join(folder.path, "idempotency.kv") }, folder.path, KILLS),
    );
  },
);

infraTest(
  "Redis lets no write happen twice while 200 processes are killed at random moments (H4)",
  { needsRedis: true },
  async () => {
    await using folder = await tempFolder();
    await using server = await startRedisServer();
    assertNothingTwice(await crash({ kind: "redis", url: server.url }, folder.path, KILLS));
  },
);
