/**
 * What every idempotency store must do.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { IdempotencyStore, StoredOutcome } from "../../../shells/stores/idempotency_store.ts";
import type { JsonValue } from "../../../tools/types.ts";

/** A store under test and what a test needs around it. */
export interface StoreFixture {
  /** Empty at the start of each test. */
  readonly store: IdempotencyStore;
  /** Another handle on the same records, as a second process has it; the store itself where there can be none. */
  readonly peer: IdempotencyStore;
  /** Lets so many milliseconds pass for the store; one on real time waits a little longer than that. */
  readonly advance: (ms: number) => void | Promise<void>;
  /** Gives up connections and files. */
  readonly dispose?: () => void | Promise<void>;
}

/** Settings of {@linkcode testIdempotencyStore}. */
export interface StoreConformanceOptions {
  /** Skip, because the server that this store needs is not there. */
  readonly ignore?: boolean;
}

const WINDOW_MS = 2_000;
const RESULT: StoredOutcome = { kind: "result", value: { status: "success", summary: "Done." } };
const OTHER_RESULT: StoredOutcome = { kind: "result", value: { status: "success", summary: "Done later." } };

/**
 * Registers the tests.
 *
 * @param name The store's class, for the tests' names.
 * @param makeStore Makes a fixture with an empty store.
 * @param options See {@linkcode StoreConformanceOptions}.
 */
export function testIdempotencyStore(
  name: string,
  makeStore: () => StoreFixture | Promise<StoreFixture>,
  { ignore = false }: StoreConformanceOptions = {},
): void {
  const test = (sentence: string, body: (fixture: StoreFixture) => Promise<void>) =>
    Deno.test({
      name: `${name} ${sentence}`,
      ignore,
      fn: async () => {
        const fixture = await makeStore();
        try {
          await body(fixture);
        } finally {
          await fixture.dispose?.();
        }
      },
    });

  test("claims a free key as in flight, for the window from now", async ({ store }) => {
    const { claimed, record } = await store.claim("key", "owner-1", WINDOW_MS);
    assert(claimed);
    assertEquals(record.owner, "owner-1");
    assertEquals(record.expiresAt - record.claimedAt, 2_000);
    assertEquals(record.outcome, undefined);
    assertEquals(await store.read("key"), record);
  });

  test("answers a claim on a held key with the record in the way", async ({ store }) => {
    const first = await store.claim("key", "owner-1", WINDOW_MS);
    const second = await store.claim("key", "owner-2", WINDOW_MS);
    assertEquals(second.claimed, false);
    assertEquals(second.record, first.record);
    assertEquals((await store.read("key"))?.owner, "owner-1");
  });

  test("answers a claim on a finished key with its outcome", async ({ store }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    await store.commit("key", record, RESULT);
    const second = await store.claim("key", "owner-2", WINDOW_MS);
    assertEquals(second.claimed, false);
    assertEquals(second.record, { ...record, outcome: RESULT });
  });

  test("gives one of fifty claims at once the key, and shows it to the others (H1)", async ({ store }) => {
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, at) => store.claim("key", `owner-${at}`, WINDOW_MS)),
    );
    assertEquals(claims.filter(({ claimed }) => claimed).length, 1);
    assertEquals(new Set(claims.map(({ record }) => record.owner)).size, 1);
  });

  test("shows a claim to its peers at once", async ({ store, peer }) => {
    await store.claim("key", "owner-1", WINDOW_MS);
    const { claimed, record } = await peer.claim("key", "owner-2", WINDOW_MS);
    assertEquals(claimed, false);
    assertEquals(record.owner, "owner-1");
  });

  test("shows an outcome to its peers at once", async ({ store, peer }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    await store.commit("key", record, RESULT);
    assertEquals((await peer.read("key"))?.outcome, RESULT);
  });

  test("keeps a record until its window ends", async ({ store, advance }) => {
    await store.claim("key", "owner-1", WINDOW_MS);
    await advance(1_000);
    assertEquals((await store.claim("key", "owner-2", WINDOW_MS)).claimed, false);
    await advance(1_000);
    const late = await store.claim("key", "owner-3", WINDOW_MS);
    assertEquals(late.claimed, true);
    assertEquals(late.record.owner, "owner-3");
  });

  test("reads nothing from a key that is free or whose window is over", async ({ store, advance }) => {
    assertEquals(await store.read("key"), undefined);
    await store.claim("key", "owner-1", WINDOW_MS);
    await advance(2_000);
    assertEquals(await store.read("key"), undefined);
  });

  test("counts the window from the claim, not from the commit", async ({ store, advance }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    await advance(1_000);
    await store.commit("key", record, RESULT);
    assertEquals(await store.read("key"), { ...record, outcome: RESULT });
    await advance(1_000);
    assertEquals(await store.read("key"), undefined);
  });

  test("keeps every kind of outcome", async ({ store }) => {
    for (const outcome of [RESULT, { kind: "result_lost" }, { kind: "unknown" }] as const) {
      const { record } = await store.claim(outcome.kind, "owner-1", WINDOW_MS);
      assertEquals(await store.commit(outcome.kind, record, outcome), true);
      assertEquals((await store.read(outcome.kind))?.outcome, outcome);
    }
  });

  test("keeps JSON values exactly (H21)", async ({ store }) => {
    const values: JsonValue[] = [
      null,
      "",
      0,
      false,
      [],
      {},
      1e21,
      0.1,
      "订单 A-1024 已取消 🎉\u0000\u2028",
      "lone \ud800 surrogate",
      [[null, { deep: [{ er: "x" }] }], -1.5e-7],
      { "": "empty key", "a.b": 1, 'quote"': 2 },
    ];
    for (const [at, value] of values.entries()) {
      const key = `key-${at}`;
      const { record } = await store.claim(key, "owner-1", WINDOW_MS);
      await store.commit(key, record, { kind: "result", value });
      assertEquals((await store.read(key))?.outcome, { kind: "result", value });
    }
  });

  test("keeps an outcome as it was given, whoever changes what was given or got", async ({ store }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    const value = { lines: ["first"] };
    await store.commit("key", record, { kind: "result", value });
    value.lines.push("changed by the one who gave it");
    for (const readOrClaim of ["read", "claim", "read"] as const) {
      const found = readOrClaim === "read"
        ? await store.read("key")
        : (await store.claim("key", "owner-2", WINDOW_MS)).record;
      assertEquals(found?.outcome, { kind: "result", value: { lines: ["first"] } });
      if (found?.outcome?.kind === "result") Object.assign(found.outcome.value ?? {}, { lines: ["changed"] });
    }
  });

  test("keeps a large result, or says that it is lost, and never throws (H18)", async ({ store }) => {
    const value = "单".repeat(100_000);
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    assertEquals(await store.commit("key", record, { kind: "result", value }), true);
    const outcome = (await store.read("key"))?.outcome;
    if (outcome?.kind !== "result_lost") assertEquals(outcome, { kind: "result", value });
  });

  test("lets an owner replace its own outcome, so that late news counts (H36)", async ({ store }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    await store.commit("key", record, { kind: "unknown" });
    assertEquals(await store.commit("key", record, RESULT), true);
    assertEquals((await store.read("key"))?.outcome, RESULT);
  });

  test("writes a late commit on an absent key (H5)", async ({ store }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    await store.release("key", "owner-1");
    assertEquals(await store.commit("key", record, RESULT), true);
    assertEquals(await store.read("key"), { ...record, outcome: RESULT });
  });

  test("does not revive a record whose window is over by a late commit", async ({ store, advance }) => {
    const { record } = await store.claim("key", "owner-1", WINDOW_MS);
    await advance(2_000);
    await store.commit("key", record, RESULT);
    assertEquals(await store.read("key"), undefined);
    assertEquals((await store.claim("key", "owner-2", WINDOW_MS)).claimed, true);
  });

  test("refuses a commit on another owner's key in flight (H5)", async ({ store, advance }) => {
    const first = await store.claim("key", "owner-1", WINDOW_MS);
    await advance(2_000);
    const second = await store.claim("key", "owner-2", WINDOW_MS);
    assertEquals(await store.commit("key", first.record, RESULT), false);
    assertEquals(await store.read("key"), second.record);
  });

  test("refuses a commit on another owner's finished key (H5)", async ({ store, advance }) => {
    const first = await store.claim("key", "owner-1", WINDOW_MS);
    await advance(2_000);
    const second = await store.claim("key", "owner-2", WINDOW_MS);
    await store.commit("key", second.record, RESULT);
    assertEquals(await store.commit("key", first.record, OTHER_RESULT), false);
    assertEquals((await store.read("key"))?.outcome, RESULT);
  });

  test("frees a key that its owner releases", async ({ store }) => {
    await store.claim("key", "owner-1", WINDOW_MS);
    assertEquals(await store.release("key", "owner-1"), true);
    assertEquals(await store.read("key"), undefined);
    assertEquals((await store.claim("key", "owner-2", WINDOW_MS)).claimed, true);
  });

  test("refuses a release of another owner's record (H2)", async ({ store, advance }) => {
    await store.claim("key", "owner-1", WINDOW_MS);
    await advance(2_000);
    const second = await store.claim("key", "owner-2", WINDOW_MS);
    assertEquals(await store.release("key", "owner-1"), false);
    assertEquals(await store.read("key"), second.record);
  });

  test("answers a release of what is not there, or not any more, with false", async ({ store, advance }) => {
    assertEquals(await store.release("key", "owner-1"), false);
    await store.claim("key", "owner-1", WINDOW_MS);
    await advance(2_000);
    assertEquals(await store.release("key", "owner-1"), false);
  });

  test("keeps keys apart, also when one begins with another", async ({ store }) => {
    const { record } = await store.claim("a", "owner-1", WINDOW_MS);
    assertEquals((await store.claim("a:b", "owner-2", WINDOW_MS)).claimed, true);
    assertEquals((await store.claim("A", "owner-3", WINDOW_MS)).claimed, true);
    await store.release("a:b", "owner-2");
    assertEquals(await store.read("a"), record);
    assertEquals((await store.read("A"))?.owner, "owner-3");
  });
}
