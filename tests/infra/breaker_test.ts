import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../shells/clock.ts";
import { createBreakerStore } from "../../shells/stores/create_breaker_store.ts";
import { nextBreakerState } from "../../shells/breaker_state.ts";
import { RULES } from "../_support/breaker_scene.ts";
import { runHandrail } from "../_support/handrail_process.ts";
import { infraTest } from "../_support/infra_test.ts";
import { startRedisServer } from "../_support/redis_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

interface Report {
  readonly outcomes: readonly string[];
  readonly openings: readonly string[];
}

/** A process of its own that calls a failing tool so many times. */
async function callInProcess(kind: "redis" | "kv", place: string, count: number): Promise<Report> {
  const worker = fileURLToPath(new URL("../_support/breaker_worker.ts", import.meta.url));
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--unstable-kv",
      "--allow-env",
      "--allow-read",
      "--allow-write",
      "--allow-net=127.0.0.1",
      worker,
      kind,
      place,
      `${count}`,
    ],
  }).output();
  assertEquals(new TextDecoder().decode(stderr), "");
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function openAmongProcesses(kind: "redis" | "kv", place: string): Promise<void> {
  assertEquals(await callInProcess(kind, place, 3), { outcomes: ["ran", "ran", "ran"], openings: [] });
  assertEquals(await callInProcess(kind, place, 3), {
    outcomes: ["ran", "ran", "circuit_open"],
    openings: ["order_refund"],
  });
  assertEquals(await callInProcess(kind, place, 2), {
    outcomes: ["circuit_open", "circuit_open"],
    openings: [],
  });
}

async function raceAmongProcesses(kind: "redis" | "kv", place: string): Promise<void> {
  const reports = await Promise.all(Array.from({ length: 4 }, () => callInProcess(kind, place, 10)));
  assertEquals(reports.flatMap(({ openings }) => openings), ["order_refund"]);
  const ran = reports.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome === "ran").length;
  // Each process has one call under way at a time: the five that opened it, and at most one more in each other process.
  assertEquals(ran >= 5 && ran <= 8, true, `${ran} ran`);
  assertEquals(reports.every(({ outcomes }) => outcomes.at(-1) === "circuit_open"), true);
}

infraTest("processes count together over one Redis, one opens, and all refuse (H32)", {
  needsRedis: true,
}, async () => {
  await using server = await startRedisServer();
  await openAmongProcesses("redis", server.url);
});

infraTest("a breaker in a KV file outlives its process, and others refuse by it (H32)", {}, async () => {
  await using folder = await tempFolder();
  await openAmongProcesses("kv", join(folder.path, "idem.kv"));
});

infraTest("four processes at once open a breaker in Redis once (H32)", { needsRedis: true }, async () => {
  await using server = await startRedisServer();
  await raceAmongProcesses("redis", server.url);
});

infraTest("four processes at once open a breaker in a KV file once (H32)", {}, async () => {
  await using folder = await tempFolder();
  await raceAmongProcesses("kv", join(folder.path, "idem.kv"));
});

infraTest("a program refuses by a breaker in the KV file, lists it and resets it (H32)", {}, async () => {
  await using folder = await tempFolder();
  const kvPath = join(folder.path, "idem.kv");
  const options = { home: folder.path, env: { IDEMPOTENCY_STORE: "kv", HANDRAIL_KV: kvPath } };
  {
    const settings = { kind: "kv", redisUrl: "", kvPath, clock: systemClock, elapsed: () => 0 } as const;
    const store = await createBreakerStore(settings);
    for (let no = 0; no < 5; no++) {
      await store.change(
        "order_query_status",
        (state, now) =>
          nextBreakerState(state, { type: "failed", id: "x", errorType: "network" }, now, RULES),
      );
    }
    await store[Symbol.asyncDispose]?.();
  }
  const ask = async () => {
    const { events } = await runHandrail(["run", "--json", "Where is order A-1024?"], options);
    const done = events.find(({ type }) => type === "tool.completed") ?? {};
    const { status, circuit } = done as { readonly status?: string; readonly circuit?: { state: string } };
    return [status, circuit?.state];
  };
  assertEquals(await ask(), ["circuit_open", "open"]);
  const listed = await runHandrail(["breaker", "list"], options);
  assertMatch(listed.stdout, /^order_query_status {2}open {2}until \S+ {2}network(, network){4}\n$/);
  assertEquals(
    (await runHandrail(["breaker", "reset", "getOrderStatus"], options)).stdout,
    "Reset order_query_status.\n",
  );
  assertEquals(await ask(), ["ok", "closed"]);
});
