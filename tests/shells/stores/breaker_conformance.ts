/**
 * What every store of breakers must do.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  type BreakerEvent,
  type BreakerRules,
  type BreakerStep,
  CLOSED,
  nextBreakerState,
} from "../../../shells/breaker_state.ts";
import type { BreakerAdministration, BreakerStore } from "../../../shells/stores/breaker_store.ts";

/** A store under test and what a test needs around it. */
export interface BreakerStoreFixture {
  /** Empty at the start of each test. */
  readonly store: BreakerStore & BreakerAdministration;
  /** Another handle on the same states, as a second process has it; the store itself where there can be none. */
  readonly peer: BreakerStore & BreakerAdministration;
  /** Lets so many milliseconds pass for the store. */
  readonly advance: (ms: number) => void | Promise<void>;
  /** Gives up connections and files. */
  readonly dispose?: () => void | Promise<void>;
}

/** Wide apart, so that a slow machine stays inside the window; a cool-down that a real clock can wait for. */
const RULES: BreakerRules = { failures: 5, windowMs: 600_000, coolDownMs: 300, probeLeaseMs: 300 };
const TOOL = "order_refund";

function apply(store: BreakerStore, event: BreakerEvent, rules = RULES): Promise<BreakerStep> {
  return store.change(TOOL, (state, now) => nextBreakerState(state, event, now, rules));
}

function fail(store: BreakerStore, id = "call"): Promise<BreakerStep> {
  return apply(store, { type: "failed", id, errorType: "timeout" });
}

async function open(store: BreakerStore, rules = RULES): Promise<void> {
  for (let no = 0; no < rules.failures; no++) {
    await apply(store, { type: "failed", id: "call", errorType: "timeout" }, rules);
  }
}

/**
 * Registers the tests.
 *
 * @param name The store's class, for the tests' names.
 * @param makeStore Makes a fixture with an empty store.
 * @param options `ignore`: the server that this store needs is not there.
 */
export function testBreakerStore(
  name: string,
  makeStore: () => BreakerStoreFixture | Promise<BreakerStoreFixture>,
  { ignore = false }: { readonly ignore?: boolean } = {},
): void {
  const test = (sentence: string, body: (fixture: BreakerStoreFixture) => Promise<void>) =>
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

  test("knows nothing of a tool at first", async ({ store }) => {
    const seen = await store.change(TOOL, (state) => ({ state }));
    assertEquals(seen.state, { failures: [] });
    assertEquals(await Array.fromAsync(store.list()), []);
    assertEquals(await store.reset(TOOL), false);
  });

  test("gives the next change what the last one left, through another handle as well (H32)", async ({ store, peer }) => {
    const first = await fail(store);
    const second = await fail(peer);
    assertEquals(second.state.failures.length, 2);
    assertEquals(second.state.failures[0], first.state.failures[0]);
    const { state } = await peer.change(TOOL, (state) => ({ state }));
    assertEquals(state, second.state);
  });

  test("counts every failure of many at once (H33)", async ({ store, peer }) => {
    const rules = { ...RULES, failures: 40 };
    const steps = await Promise.all(
      Array.from(
        { length: 40 },
        (_, at) =>
          apply(at % 2 ? store : peer, { type: "failed", id: `call-${at}`, errorType: "timeout" }, rules),
      ),
    );
    assertEquals(steps.filter(({ opened }) => opened).length, 1);
    const { state } = await store.change(TOOL, (state) => ({ state }));
    assertEquals(state.failures.length, 40);
  });

  test("says to exactly one of many failures at once that it opened (H32)", async ({ store, peer }) => {
    const steps = await Promise.all(
      Array.from({ length: 20 }, (_, at) => fail(at % 2 ? store : peer, `call-${at}`)),
    );
    assertEquals(steps.filter(({ opened }) => opened).length, 1);
    assertEquals(steps.filter(({ phase }) => phase === "closed").length, 4);
  });

  test("gives the one probe to exactly one of many (H32)", async ({ store, peer, advance }) => {
    const rules = { ...RULES, probeLeaseMs: 60_000 };
    await open(store, rules);
    assertEquals((await apply(peer, { type: "asked", id: "early" }, rules)).admitted, false);
    await advance(300);
    const steps = await Promise.all(
      Array.from(
        { length: 20 },
        (_, at) => apply(at % 2 ? store : peer, { type: "asked", id: `call-${at}` }, rules),
      ),
    );
    assertEquals(steps.filter(({ admitted }) => admitted).length, 1);
    const probe = steps.findIndex(({ admitted }) => admitted);
    const closed = await apply(peer, { type: "succeeded", id: `call-${probe}` }, rules);
    assertEquals([closed.phase, closed.state], ["closed", { failures: [] }]);
    assertEquals((await apply(store, { type: "asked", id: "later" }, rules)).admitted, true);
  });

  test("replaces a probe that was never heard of again, after its lease (H32)", async ({ store, peer, advance }) => {
    await open(store);
    await advance(300);
    assertEquals((await apply(store, { type: "asked", id: "lost" })).admitted, true);
    await advance(300);
    assertEquals((await apply(peer, { type: "asked", id: "next" })).admitted, true);
  });

  test("goes by a clock that goes on, and tells its time", async ({ store, advance }) => {
    const first = await store.change(TOOL, (state, now) => ({ state, now }));
    await advance(50);
    const second = await store.change(TOOL, (state, now) => ({ state, now }));
    assertEquals(second.now - first.now >= 50, true);
  });

  test("forgets a tool that has nothing left to remember", async ({ store }) => {
    await fail(store);
    await apply(store, { type: "succeeded", id: "call" });
    assertEquals(await Array.fromAsync(store.list()), []);
  });

  test("keeps tools apart, lists them and resets one", async ({ store, peer }) => {
    await open(store);
    await store.change("kb_query", (state, now) => ({
      state: nextBreakerState(state, { type: "failed", id: "x", errorType: "network" }, now, RULES).state,
    }));
    const entries = await Array.fromAsync(peer.list());
    assertEquals(entries.map(({ tool }) => tool).sort(), ["kb_query", "order_refund"]);
    const found = entries.find(({ tool }) => tool === "kb_query");
    assertEquals(found?.state.failures.map(({ type }) => type), ["network"]);
    assertEquals(found && found.now - (found.state.failures[0]?.at ?? 0) < 60_000, true);
    assertEquals(await peer.reset(TOOL), true);
    assertEquals(await peer.reset(TOOL), false);
    assertEquals((await apply(store, { type: "asked", id: "call" })).admitted, true);
    assertEquals((await Array.fromAsync(store.list())).map(({ tool }) => tool), ["kb_query"]);
    assertEquals((await store.change(TOOL, (state) => ({ state }))).state, CLOSED);
  });
}
