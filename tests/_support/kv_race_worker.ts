/**
 * Claims and commits keys in a KV file, for tests of several processes: `deno run … kv_race_worker.ts FILE COUNT`.
 * Says `ready`, begins when standard input says anything, and prints a {@linkcode KvRaceReport}.
 *
 * @module
 */
import { systemClock } from "../../shells/clock.ts";
import { KvIdempotencyStore } from "../../shells/stores/kv_idempotency_store.ts";

/** What one process saw. */
export interface KvRaceReport {
  /** The keys that it was given. */
  readonly won: readonly string[];
  /** The owner of each key, in the keys' order. */
  readonly owners: readonly string[];
  /** The longest call, in milliseconds. */
  readonly slowestMs: number;
}

const [path = "", count = "0"] = Deno.args;
await using store = new KvIdempotencyStore({ path, clock: systemClock });
const won: string[] = [];
const owners: string[] = [];
let slowestMs = 0;

async function timed<T>(call: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const answer = await call;
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  return answer;
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

await say("ready\n");
await Deno.stdin.read(new Uint8Array(1));
for (let no = 0; no < Number(count); no++) {
  const key = no.toString(16).padStart(64, "0");
  const { claimed, record } = await timed(store.claim(key, `${Deno.pid}-${no}`, 600_000, "race"));
  owners.push(record.owner);
  if (!claimed) continue;
  won.push(key);
  const kept = await timed(store.commit(key, record, { kind: "result", value: record.owner }));
  if (!kept) throw new Error(`Cannot commit key: ${key} has another owner`);
}
await say(JSON.stringify({ won, owners, slowestMs } satisfies KvRaceReport));
