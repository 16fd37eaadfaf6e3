import { assertEquals, assertRejects } from "@std/assert";
import { type LockedPatience, retryLocked } from "../../../shells/stores/retry_locked.ts";

function patience(random: number, budgetMs: number): LockedPatience & { readonly pauses: number[] } {
  const pauses: number[] = [];
  let elapsedMs = 0;
  return {
    pauses,
    random: () => random,
    elapsed: () => elapsedMs,
    budgetMs,
    wait: (ms) => {
      pauses.push(ms);
      elapsedMs += ms;
      return Promise.resolve();
    },
  };
}

function failing(...messages: string[]): () => Promise<string> {
  return () => {
    const message = messages.shift();
    return message === undefined ? Promise.resolve("done") : Promise.reject(new TypeError(message));
  };
}

Deno.test("retryLocked does not wait when nothing is locked", async () => {
  const unhurried = patience(0.5, 1_000);
  assertEquals(await retryLocked(failing(), unhurried), "done");
  assertEquals(unhurried.pauses, []);
});

Deno.test("retryLocked waits a random part of a bound that doubles", async () => {
  const half = patience(0.5, 1_000);
  const messages = [
    "database is locked",
    "database table is locked",
    "Cannot open kv store: /x: database is locked. Set HANDRAIL_KV",
    "Database is busy",
  ];
  assertEquals(await retryLocked(failing(...messages), half), "done");
  assertEquals(half.pauses, [3, 5, 10, 20]);
});

Deno.test("retryLocked gives up before a pause that would end after its time", async () => {
  const full = patience(1, 35);
  const error = await assertRejects(() => retryLocked(failing(...Array(9).fill("database is locked")), full));
  assertEquals((error as Error).message, "database is locked");
  assertEquals(full.pauses, [5, 10, 20]);
});

Deno.test("retryLocked counts the time that attempts take", async () => {
  let elapsedMs = 0;
  const slow = { ...patience(1, 5_000), elapsed: () => elapsedMs };
  let attempts = 0;
  await assertRejects(() =>
    retryLocked(() => {
      attempts++;
      elapsedMs += 5_010; // SQLite's own patience in Deno
      return Promise.reject(new TypeError("database is locked"));
    }, slow)
  );
  assertEquals(attempts, 1);
});

Deno.test("retryLocked passes other errors on at once", async () => {
  const unhurried = patience(0.5, 1_000);
  await assertRejects(() => retryLocked(failing("disk I/O error"), unhurried), TypeError, "disk I/O error");
  assertEquals(unhurried.pauses, []);
});
