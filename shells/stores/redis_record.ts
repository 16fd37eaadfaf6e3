/**
 * Records as Redis keeps them: one JSON document each, whose first field is the owner, so that a script can tell whose it
 * is by its first bytes. `JSON.stringify` escapes lone surrogates, which UTF-8 could not carry.
 *
 * @module
 */
import type { IdempotencyRecord } from "./idempotency_store.ts";

/**
 * How every record of an owner begins, and no other owner's does.
 *
 * @param owner The owner.
 * @returns The first bytes, up to and with the comma.
 *
 * @example
 * ```ts
 * recordHead("a"); // {"owner":"a",
 * ```
 */
export function recordHead(owner: string): string {
  return `{"owner":${JSON.stringify(owner)},`;
}

/**
 * What stands behind the head of a record.
 *
 * @param record The record.
 * @returns The rest of the document.
 *
 * @example
 * ```ts
 * recordBody({ owner: "a", claimedAt: 1, expiresAt: 2 }); // "claimedAt":1,"expiresAt":2}
 * ```
 */
export function recordBody({ claimedAt, expiresAt, label, outcome }: IdempotencyRecord): string {
  return JSON.stringify({ claimedAt, expiresAt, label, outcome }).slice(1);
}

/**
 * Writes a record down.
 *
 * @param record The record.
 * @returns JSON that begins with {@linkcode recordHead}.
 *
 * @example
 * ```ts
 * encodeRecord({ owner: "a", claimedAt: 1, expiresAt: 2 }); // {"owner":"a","claimedAt":1,"expiresAt":2}
 * ```
 */
export function encodeRecord(record: IdempotencyRecord): string {
  return recordHead(record.owner) + recordBody(record);
}

/**
 * Reads a record.
 *
 * @param text What the server keeps.
 * @returns The record, or `undefined` if it is none of ours.
 *
 * @example
 * ```ts
 * decodeRecord("OK"); // undefined
 * ```
 */
export function decodeRecord(text: string): IdempotencyRecord | undefined {
  let fields: Partial<IdempotencyRecord> | null;
  try {
    fields = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { owner, claimedAt, expiresAt, label, outcome } = fields ?? {};
  if (typeof owner !== "string" || typeof claimedAt !== "number" || typeof expiresAt !== "number") {
    return undefined;
  }
  return {
    owner,
    claimedAt,
    expiresAt,
    ...(label !== undefined && { label }),
    ...(outcome !== undefined && { outcome }),
  };
}
