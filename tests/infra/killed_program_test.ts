import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { systemClock } from "../../shells/clock.ts";
import { KvIdempotencyStore } from "../../shells/stores/kv_idempotency_store.ts";
import type { KeyedRecord } from "../../shells/stores/record_administration.ts";
import { HandrailProcess, type ProcessEnd, runHandrail } from "../_support/handrail_process.ts";
import { infraTest } from "../_support/infra_test.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const REQUEST = "Create a ticket, subject: cannot find my order";
const ARGS = ["run", "--json", "--session", "one", REQUEST];
const WINDOW_MS = 600_000;

/** Waits until a program has claimed its write. */
async function nextClaim(path: string): Promise<KeyedRecord> {
  await using store = new KvIdempotencyStore({ path, clock: systemClock });
  while (true) {
    for await (const found of store.list()) return found;
  }
}

/** Makes a record what it would be had its owner died a minute ago. */
async function age(path: string, { key, record }: KeyedRecord): Promise<void> {
  const clock = { ...systemClock, now: () => systemClock.now() - 60_000 };
  await using store = new KvIdempotencyStore({ path, clock });
  await store.forget(key);
  await store.claim(key, record.owner, WINDOW_MS, record.label);
}

/** What the model was told of its tool calls. */
function errorsTold({ events }: ProcessEnd): unknown[] {
  return events.filter(({ type }) => type === "tool.completed").map((event) => {
    const { output } = event as { readonly output?: { readonly error_type?: string } };
    return output?.error_type;
  });
}

infraTest(
  "a program that is killed in a write leaves its claim, and no other repeats the write (H4)",
  {},
  async () => {
    await using folder = await tempFolder();
    const ledger = join(folder.path, "ledger.jsonl");
    const kv = join(folder.path, "idempotency.kv");
    const env = {
      HANDRAIL_STATE: folder.path,
      IDEMPOTENCY_STORE: "kv",
      HANDRAIL_KV: kv,
      IDEMPOTENCY_WAIT_MS: "50",
    };
    const options = { home: folder.path, env };
    const claim = await (async () => {
      // Whoever holds the ledger's lock keeps the program in the middle of its write.
      using held = await Deno.open(ledger, { write: true, create: true });
      await held.lock(true);
      await using killed = HandrailProcess.start(ARGS, options);
      await killed.next("tool.started");
      const found = await nextClaim(kv);
      killed.kill("SIGKILL");
      await killed.end();
      return found;
    })();
    assertEquals([claim.record.label, claim.record.outcome], ["ticket_create", undefined]);

    assertEquals(errorsTold(await runHandrail(ARGS, options)), ["in_progress"]);
    await age(kv, claim);
    assertEquals(errorsTold(await runHandrail(ARGS, options)), ["unknown_outcome"]);
    assertEquals(await Deno.readTextFile(ledger), "");

    const forgotten = await runHandrail(["idempotency", "forget", claim.key.slice(0, 16)], options);
    assertEquals(forgotten.code, 0);
    assertEquals(errorsTold(await runHandrail(ARGS, options)), [undefined]);
    assertEquals((await Deno.readTextFile(ledger)).trim().split("\n").length, 1);
  },
);
