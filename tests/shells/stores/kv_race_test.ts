import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { systemClock } from "../../../shells/clock.ts";
import { KvIdempotencyStore } from "../../../shells/stores/kv_idempotency_store.ts";
import { infraTest } from "../../_support/infra_test.ts";
import { startKvRacer } from "../../_support/kv_racer.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const PROCESSES = 8;

infraTest(
  "eight processes that race for 300 keys of one new KV file get each key once (H20)",
  {},
  async () => {
    await using folder = await tempFolder();
    const path = join(folder.path, "idem.kv");
    const racers = Array.from({ length: PROCESSES }, () => startKvRacer(path, 300));
    await Promise.all(racers.map(({ ready }) => ready));
    await Promise.all(racers.map(({ go }) => go()));
    const reports = await Promise.all(racers.map(({ report }) => report));

    const won = reports.flatMap((report) => report.won);
    assertEquals([won.length, new Set(won).size], [300, 300]);
    // Winners and losers were shown the same owner of every key.
    assertEquals(new Set(reports.map(({ owners }) => owners.join())).size, 1);
    // No call came near the five seconds after which it would have given up.
    assertEquals(reports.filter(({ slowestMs }) => slowestMs > 4_000), []);

    await using store = new KvIdempotencyStore({ path, clock: systemClock });
    const kept = await Array.fromAsync(
      store.list(),
      ({ record }) => record.outcome?.kind === "result" && record.outcome.value === record.owner,
    );
    assertEquals([kept.length, kept.every(Boolean)], [300, true]);
  },
);
