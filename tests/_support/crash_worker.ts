/**
 * Makes writes through the registry until they are done or somebody kills it: `deno run … crash_worker.ts PLAN`, the
 * plan as JSON. See {@linkcode CrashPlan} and {@linkcode CrashReport}.
 *
 * @module
 */
import { systemClock } from "../../shells/clock.ts";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import { createIdempotencyStore } from "../../shells/stores/create_idempotency_store.ts";
import type { OpenStore } from "../../shells/stores/open_store.ts";
import { type JsonObject, ToolCallError } from "../../tools/types.ts";
import { CrashLedger } from "./crash_ledger.ts";
import type { CrashCall, CrashPlan, CrashReport, CrashStore } from "./crash_plan.ts";
import { seededRandom } from "./seeded_random.ts";

type RunOnce = (key: string) => Promise<{ readonly value: unknown; readonly replayed: boolean }>;

const plan: CrashPlan = JSON.parse(Deno.args[0] ?? "");
const random = seededRandom(plan.seed);

function say(report: CrashReport): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(report)}\n`));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, random() * plan.pauseMs));
}

async function openStore(store: CrashStore): Promise<OpenStore | undefined> {
  if (store.kind === "none") return undefined;
  return await createIdempotencyStore({
    kind: store.kind,
    redisUrl: store.kind === "redis" ? store.url : "",
    kvPath: store.kind === "kv" ? store.path : "",
    clock: systemClock,
  });
}

/** The write: it changes the world somewhere between two pauses, and its result says which line it wrote. */
async function change(ledger: CrashLedger, key: string): Promise<JsonObject> {
  if (plan.pauseMs > 0) await pause();
  const reference = crypto.randomUUID();
  ledger.append({ key, pid: Deno.pid, reference });
  if (plan.pauseMs > 0) await pause();
  return { status: "success", summary: "Written.", structured: { status: "written", reference } };
}

function guarded(store: OpenStore | undefined, ledger: CrashLedger): RunOnce {
  if (!store) return async (key) => ({ value: await change(ledger, key), replayed: false });
  const registry = new IdempotencyRegistry({
    store,
    secret: "known to every worker",
    waiting: { clock: systemClock, waitMs: plan.waitMs, goneAfterMs: plan.goneAfterMs },
    onWarning: (message) => say({ type: "warning", message }),
  });
  return (key) =>
    registry.run(
      { scope: ["session", 0], tool: "ticket_create", input: { key }, repeat: "once" },
      () => change(ledger, key),
    );
}

async function call(runOnce: RunOnce, key: string): Promise<CrashCall> {
  const start = performance.now();
  const ended = (rest: Omit<CrashCall, "type" | "key" | "ms">): CrashCall => ({
    type: "call",
    key,
    ms: Math.round(performance.now() - start),
    ...rest,
  });
  try {
    const { value, replayed } = await runOnce(key);
    const { structured } = value as { structured?: { reference?: string } };
    return ended({ outcome: "result", replayed, reference: structured?.reference ?? "none" });
  } catch (error) {
    const outcome = error instanceof ToolCallError ? error.type : `unexpected: ${error}` as const;
    return ended({ outcome, replayed: false });
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items.map((item) => ({ item, place: random() })).sort((a, b) => a.place - b.place).map((it) =>
    it.item
  );
}

const store = await openStore(plan.store);
using ledger = new CrashLedger(plan.ledger);
const runOnce = guarded(store, ledger);
// A first look opens the file or the connection, so that a kill meets work and not its beginnings.
await store?.read("nothing");
say({ type: "ready" });
await Deno.stdin.read(new Uint8Array(1));
const left = shuffled(plan.keys);
await Promise.all(Array.from({ length: plan.concurrency }, async () => {
  for (let key = left.pop(); key !== undefined; key = left.pop()) say(await call(runOnce, key));
}));
await store?.[Symbol.asyncDispose]?.();
say({ type: "finished" });
