import { assert, assertEquals } from "@std/assert";
import { systemClock } from "../../shells/clock.ts";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import { createIdempotencyStore } from "../../shells/stores/create_idempotency_store.ts";
import { ToolCallError } from "../../tools/types.ts";
import { infraTest } from "../_support/infra_test.ts";
import { startRedisServer } from "../_support/redis_server.ts";
import { seededRandom } from "../_support/seeded_random.ts";

const CLIENTS = 2;
const CALLERS = 16;
/** Requests are among so many, so that new ones and repeats are always under way when the server dies. */
const KEYS = 500;
const RESTARTS = 3;
const WAIT_MS = 300;
/** H16, and the time that a caller waits for another process. */
const LONGEST_REFUSAL_MS = 1_000 + WAIT_MS;
/** A claim, the write and a commit may each meet the server's end. */
const LONGEST_CALL_MS = 3_000;
const RECOVERS_WITHIN_MS = 2_000;

interface Ended {
  readonly outcome: string;
  readonly ms: number;
}

const random = seededRandom(4);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

infraTest(
  "Redis is killed and started again under load: nothing happens twice, nobody hangs, clients recover (H16)",
  { needsRedis: true },
  async () => {
    // What was answered is on the disk.
    await using server = await startRedisServer({ settings: { appendonly: "yes", appendfsync: "always" } });
    const stores = await Promise.all(
      Array.from(
        { length: CLIENTS },
        () => createIdempotencyStore({ kind: "redis", redisUrl: server.url, kvPath: "", clock: systemClock }),
      ),
    );
    const registries = stores.map((store) =>
      new IdempotencyRegistry({
        store,
        secret: "known to both",
        waiting: { clock: systemClock, waitMs: WAIT_MS, goneAfterMs: WAIT_MS },
      })
    );
    const executions = new Map<string, number>();
    const ended: Ended[] = [];
    let pending = 0;

    async function request(registry: IdempotencyRegistry, key: string): Promise<string> {
      const start = performance.now();
      pending++;
      const outcome = await registry.run(
        { scope: "session", tool: "ticket_create", input: { key }, repeat: "once" },
        async () => {
          await pause(random() * 5);
          executions.set(key, (executions.get(key) ?? 0) + 1);
          await pause(random() * 5);
          // Whoever has written when the server is about to die commits to a dead server: each death has one such call.
          moment?.written.resolve();
          await moment?.dead.promise;
          return { status: "success", summary: key };
        },
      ).then(({ value }) => (value as { summary: string }).summary === key ? "result" : "another's result")
        .catch((error) => error instanceof ToolCallError ? error.type : `unexpected: ${error}`)
        .finally(() => pending--);
      ended.push({ outcome, ms: performance.now() - start });
      return outcome;
    }

    let moment: { written: PromiseWithResolvers<void>; dead: PromiseWithResolvers<void> } | undefined;
    let era = 0;
    let stop = false;
    const callers = Array.from({ length: CALLERS }, async (_, at) => {
      while (!stop) {
        const registry = registries[at % CLIENTS];
        if (registry) await request(registry, `${era - Math.round(random())}-${Math.floor(random() * KEYS)}`);
        await pause(random() * 10);
      }
    });
    try {
      for (; era < RESTARTS; era++) {
        await pause(500 + random() * 200);
        moment = { written: Promise.withResolvers(), dead: Promise.withResolvers() };
        await moment.written.promise;
        await server.kill();
        moment.dead.resolve();
        moment = undefined;
        await pause(700 + random() * 300);
        await server.start();
        const recovered = await Promise.all(registries.map(async (registry, at) => {
          const start = performance.now();
          for (let no = 0; await request(registry, `recovery-${era}-${at}-${no}`) !== "result"; no++) {
            await pause(20);
          }
          return performance.now() - start;
        }));
        assert(Math.max(...recovered) < RECOVERS_WITHIN_MS, `recovered after ${recovered} ms`);
      }
      stop = true;
      await Promise.all(callers);
      // What was done, or may have been, is not done again by whoever asks now that all is well.
      const keys = [...executions.keys()];
      const last = await Promise.all(
        registries.flatMap((registry) => keys.map((key) => request(registry, key))),
      );
      assertEquals(last.filter((outcome) => outcome !== "result"), []);
    } finally {
      stop = true;
      await Promise.all(callers);
      for (const store of stores) await store[Symbol.asyncDispose]?.();
    }

    assertEquals([...executions].filter(([, times]) => times !== 1), []);
    assertEquals(pending, 0);
    const outcomes = Object.groupBy(ended, ({ outcome }) => outcome);
    assertEquals(
      Object.keys(outcomes).filter((it) =>
        !["result", "unknown_outcome", "in_progress", "unavailable"].includes(it)
      ),
      [],
    );
    const slowest = (calls: readonly Ended[] = []) => Math.max(0, ...calls.map(({ ms }) => ms));
    // deno-lint-ignore no-console -- the figures are what somebody who doubts the test needs
    console.log(JSON.stringify({
      ...Object.fromEntries(Object.entries(outcomes).map(([it, calls = []]) => [it, calls.length])),
      slowestRefusalMs: Math.round(slowest(outcomes.unavailable)),
      slowestCallMs: Math.round(slowest(ended)),
    }));
    assert(slowest(outcomes.unavailable) < LONGEST_REFUSAL_MS, "a refusal took too long");
    assert(slowest(ended) < LONGEST_CALL_MS, "a call took too long");
    assert(
      (outcomes.unavailable?.length ?? 0) > 20 && (outcomes.result?.length ?? 0) > 200,
      "hardly any load",
    );
  },
);
