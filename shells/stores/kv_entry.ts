/**
 * One record's values in Deno KV, read and changed as one.
 *
 * @module
 */
import type { IdempotencyRecord } from "./idempotency_store.ts";
import { KV_PARTS, KV_RECORDS } from "./kv_key.ts";
import { decodeKvHead, encodeKvValue, joinKvParts } from "./kv_value.ts";

/** A record, live or not, as it was read. */
export interface KvEntry {
  readonly record: IdempotencyRecord;
  /** Changes with every change of the record. */
  readonly versionstamp: string;
  readonly partCount: number;
}

/** What `Deno.Kv.getMany` takes at once. */
const KEYS_AT_ONCE = 10;

/**
 * Reads a record with all its parts, none of them from another version of it: what one atomic operation wrote bears
 * one versionstamp. A record that has lost parts has lost its result.
 *
 * @param kv The database.
 * @param part The key, from `encodeKvKey`.
 * @returns The entry, or `undefined`.
 * @throws {Error} If the values are none of ours.
 *
 * @example
 * ```ts
 * const entry = await readKvEntry(kv, encodeKvKey(key));
 * ```
 */
export async function readKvEntry(kv: Deno.Kv, part: string): Promise<KvEntry | undefined> {
  for (let lostStamp = "";;) {
    const { value, versionstamp } = await kv.get([...KV_RECORDS, part]);
    if (versionstamp === null) return undefined;
    const { record, partCount } = decodeKvHead(value);
    if (partCount === 0) return { record, versionstamp, partCount };
    const parts = await readParts(kv, part, partCount, versionstamp);
    if (parts) return { record: joinKvParts(record, parts), versionstamp, partCount };
    // Replaced between the two reads, or broken? A second look tells.
    if (versionstamp === lostStamp) {
      return { record: { ...record, outcome: { kind: "result_lost" } }, versionstamp, partCount };
    }
    lostStamp = versionstamp;
  }
}

/**
 * Puts a record in the place of what was read, or removes it, unless it has changed since.
 *
 * @param kv The database.
 * @param part The key, from `encodeKvKey`.
 * @param found What was read there.
 * @param record What shall be there; `undefined` for nothing.
 * @param expireInMs When Deno may clean it up, in milliseconds from now.
 * @returns The new versionstamp, or `undefined` when it has changed since; then nothing was done.
 * @throws {TypeError} `database is locked` while another process writes; nobody knows then whether it was done.
 *
 * @example
 * ```ts
 * const versionstamp = await replaceKvEntry(kv, part, undefined, record, 600_000);
 * ```
 */
export async function replaceKvEntry(
  kv: Deno.Kv,
  part: string,
  found: KvEntry | undefined,
  record: IdempotencyRecord | undefined,
  expireInMs: number,
): Promise<string | undefined> {
  const key = [...KV_RECORDS, part];
  const operation = kv.atomic().check({ key, versionstamp: found?.versionstamp ?? null });
  const { head, parts } = record ? encodeKvValue(record) : { head: undefined, parts: [] };
  if (head) operation.set(key, head, { expireIn: expireInMs });
  else operation.delete(key);
  parts.forEach((bytes, at) => operation.set([...KV_PARTS, part, at], bytes, { expireIn: expireInMs }));
  for (let at = parts.length; at < (found?.partCount ?? 0); at++) operation.delete([...KV_PARTS, part, at]);
  const done = await operation.commit();
  return done.ok ? done.versionstamp : undefined;
}

async function readParts(
  kv: Deno.Kv,
  part: string,
  count: number,
  versionstamp: string,
): Promise<Uint8Array[] | undefined> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < count; at += KEYS_AT_ONCE) {
    const keys = Array.from(
      { length: Math.min(KEYS_AT_ONCE, count - at) },
      (_, of) => [...KV_PARTS, part, at + of],
    );
    for (const entry of await kv.getMany<Uint8Array[]>(keys)) {
      if (entry.versionstamp !== versionstamp) return undefined;
      parts.push(entry.value);
    }
  }
  return parts;
}
