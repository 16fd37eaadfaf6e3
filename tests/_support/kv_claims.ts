/**
 * Looks at, and ages, the claims in a KV file that programs share.
 *
 * @module
 */
import { systemClock } from "../../shells/clock.ts";
import { KvIdempotencyStore } from "../../shells/stores/kv_idempotency_store.ts";
import type { KeyedRecord } from "../../shells/stores/record_administration.ts";

const WINDOW_MS = 600_000;

/** Waits until a program has claimed its write. */
export async function nextClaim(path: string): Promise<KeyedRecord> {
  await using store = new KvIdempotencyStore({ path, clock: systemClock });
  while (true) {
    for await (const found of store.list()) return found;
  }
}

/** Makes a record what it would be had its owner died a minute ago. */
export async function ageClaim(path: string, { key, record }: KeyedRecord): Promise<void> {
  const clock = { ...systemClock, now: () => systemClock.now() - 60_000 };
  await using store = new KvIdempotencyStore({ path, clock });
  await store.forget(key);
  await store.claim(key, record.owner, WINDOW_MS, record.label);
}
