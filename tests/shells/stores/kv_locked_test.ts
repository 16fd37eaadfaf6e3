import { assertEquals, assertRejects } from "@std/assert";
import type { StoredOutcome } from "../../../shells/stores/idempotency_store.ts";
import { KvIdempotencyStore } from "../../../shells/stores/kv_idempotency_store.ts";
import { failingKv, type KvFailure } from "../../_support/failing_kv.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { type KvStores, kvStores } from "../../_support/kv_stores.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const WINDOW_MS = 600_000;
const LARGE: StoredOutcome = { kind: "result", value: "x".repeat(100_000) };
const LOCKED = { message: "database is locked", applied: false };
const LOCKED_BUT_DONE = { message: "database is locked", applied: true };
const BROKEN = { message: "disk I/O error", applied: false };
const BROKEN_BUT_DONE = { message: "disk I/O error", applied: true };

/** A store whose commits fail as listed, one after the other. */
async function failingStores(): Promise<KvStores & { readonly failures: KvFailure[] }> {
  const failures: KvFailure[] = [];
  const kv = await kvStores(async (path) => failingKv(await Deno.openKv(path), failures));
  return { ...kv, failures };
}

const WHAT_IT_DOES: Record<string, KvFailure[]> = {
  "while the file is locked three times (H20)": [LOCKED, LOCKED, LOCKED],
  "when `database is locked` comes after it took effect (H20)": [LOCKED_BUT_DONE],
  "when another error comes after it took effect": [BROKEN_BUT_DONE],
  "when it takes effect at the third time, with an error": [LOCKED, LOCKED, BROKEN_BUT_DONE],
};
for (const [when, planned] of Object.entries(WHAT_IT_DOES)) {
  Deno.test(`KvIdempotencyStore claims ${when}`, async () => {
    await using kv = await failingStores();
    kv.failures.push(...planned);
    const { claimed, record } = await kv.store.claim("ab", "owner", WINDOW_MS);
    assertEquals([claimed, record.owner, kv.failures.length], [true, "owner", 0]);
    assertEquals(await kv.peer.read("ab"), record);
  });

  Deno.test(`KvIdempotencyStore commits ${when}`, async () => {
    await using kv = await failingStores();
    const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
    kv.failures.push(...planned);
    assertEquals(await kv.store.commit("ab", record, LARGE), true);
    assertEquals(kv.failures.length, 0);
    assertEquals(await kv.peer.read("ab"), { ...record, outcome: LARGE });
  });

  Deno.test(`KvIdempotencyStore commits on an absent key ${when}`, async () => {
    await using kv = await failingStores();
    const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
    await kv.store.release("ab", "owner");
    kv.failures.push(...planned);
    // A copy: the store remembers where it put the claim itself.
    assertEquals(await kv.store.commit("ab", { ...record }, LARGE), true);
    assertEquals(await kv.peer.read("ab"), { ...record, outcome: LARGE });
  });

  Deno.test(`KvIdempotencyStore releases ${when}`, async () => {
    await using kv = await failingStores();
    await kv.store.claim("ab", "owner", WINDOW_MS);
    kv.failures.push(...planned);
    assertEquals(await kv.store.release("ab", "owner"), true);
    assertEquals([kv.failures.length, await kv.peer.read("ab")], [0, undefined]);
  });

  Deno.test(`KvIdempotencyStore forgets ${when}`, async () => {
    await using kv = await failingStores();
    await kv.peer.claim("ab", "owner", WINDOW_MS);
    kv.failures.push(...planned);
    assertEquals(await kv.store.forget("ab"), true);
    assertEquals([kv.failures.length, await kv.peer.read("ab")], [0, undefined]);
  });
}

Deno.test("KvIdempotencyStore tells of an error after which nothing was done, and names the file", async () => {
  await using kv = await failingStores();
  kv.failures.push(BROKEN);
  const error = await assertRejects(() => kv.store.claim("ab", "owner", WINDOW_MS), Error);
  const told =
    `Cannot use kv store: ${kv.path}: disk I/O error. Try again, or set HANDRAIL_KV to another file`;
  assertEquals(error.message, told);
  assertEquals(await kv.peer.read("ab"), undefined);
});

Deno.test("KvIdempotencyStore that loses the key while the file is locked shows who has it (H20)", async () => {
  await using kv = await failingStores();
  kv.failures.push({ ...LOCKED, before: async () => void await kv.peer.claim("ab", "other", WINDOW_MS) });
  const { claimed, record } = await kv.store.claim("ab", "owner", WINDOW_MS);
  assertEquals([claimed, record.owner, kv.failures.length], [false, "other", 0]);
});

Deno.test("KvIdempotencyStore that remembers a claim which is gone commits all the same", async () => {
  await using kv = await failingStores();
  const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
  await kv.peer.forget("ab");
  kv.failures.push(LOCKED);
  assertEquals(await kv.store.commit("ab", record, LARGE), true);
  assertEquals(await kv.peer.read("ab"), { ...record, outcome: LARGE });
});

Deno.test("KvIdempotencyStore that remembers a claim which another owner has taken over says so", async () => {
  await using kv = await failingStores();
  const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
  await kv.peer.forget("ab");
  const other = await kv.peer.claim("ab", "other", WINDOW_MS);
  assertEquals(await kv.store.commit("ab", record, LARGE), false);
  assertEquals(await kv.peer.read("ab"), other.record);
});

Deno.test("KvIdempotencyStore that loses the race for a change looks again", async () => {
  await using kv = await failingStores();
  const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
  kv.failures.push({ before: () => kv.peer.forget("ab") });
  assertEquals(await kv.store.commit("ab", record, LARGE), true);
  assertEquals(await kv.peer.read("ab"), { ...record, outcome: LARGE });

  kv.failures.push({
    before: async () => {
      await kv.peer.forget("ab");
      await kv.peer.claim("ab", "other", WINDOW_MS);
    },
  });
  assertEquals(await kv.store.commit("ab", record, LARGE), false);
  assertEquals((await kv.peer.read("ab"))?.owner, "other");
});

Deno.test("KvIdempotencyStore that loses the race to its owner's own marker still keeps the result (H36)", async () => {
  await using kv = await failingStores();
  const { record } = await kv.store.claim("ab", "owner", WINDOW_MS);
  kv.failures.push({ before: () => kv.peer.commit("ab", record, { kind: "unknown" }) });
  assertEquals(await kv.store.commit("ab", record, LARGE), true);
  assertEquals(await kv.peer.read("ab"), { ...record, outcome: LARGE });
});

/** A store with a clock of its own for waiting; its file is locked for good. */
function lockedStore(path: string, open: (path: string) => Promise<Deno.Kv>) {
  const pauses: number[] = [];
  let elapsedMs = 0;
  const wait = (ms: number) => {
    pauses.push(ms);
    elapsedMs += ms;
    return Promise.resolve();
  };
  const patience = { wait, random: () => 0.999, elapsed: () => elapsedMs };
  return { store: new KvIdempotencyStore({ path, clock: new FakeClock(), open, patience }), pauses };
}

Deno.test("KvIdempotencyStore gives up a file that stays locked for five seconds (H20)", async () => {
  await using folder = await tempFolder();
  const failures = Array(1_000).fill(LOCKED);
  const { store, pauses } = lockedStore(
    `${folder.path}/idem.kv`,
    async (path) => failingKv(await Deno.openKv(path), failures),
  );
  await using _closed = store;
  await assertRejects(
    () => store.claim("ab", "owner", WINDOW_MS),
    Error,
    "idem.kv: database is locked. Try again",
  );
  assertEquals(pauses.slice(0, 8), [5, 10, 20, 40, 80, 160, 250, 250]);
  const waitedMs = pauses.reduce((sum, ms) => sum + ms, 0);
  assertEquals(waitedMs, 4_815); // one more pause would pass 5,000
});

Deno.test("KvIdempotencyStore opens a file that others are just making (H20)", async () => {
  await using folder = await tempFolder();
  let attempts = 0;
  const { store, pauses } = lockedStore(`${folder.path}/idem.kv`, async (path) => {
    if (++attempts <= 3) throw new Error("database is locked");
    return await Deno.openKv(path);
  });
  await using _closed = store;
  assertEquals((await store.claim("ab", "owner", WINDOW_MS)).claimed, true);
  assertEquals([attempts, pauses], [4, [5, 10, 20]]);
});
