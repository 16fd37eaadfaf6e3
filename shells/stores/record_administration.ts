/**
 * What an operator may do with records.
 *
 * @module
 */
import type { IdempotencyRecord } from "./idempotency_store.ts";

/** A record and the key it stands under. */
export interface KeyedRecord {
  /** The fingerprint, in hexadecimal. */
  readonly key: string;
  readonly record: IdempotencyRecord;
}

/** Looks into a store from outside; calls of tools never need this. */
export interface RecordAdministration {
  /** The live records, in no particular order. */
  list(): AsyncIterable<KeyedRecord>;
  /**
   * Removes a record whoever owns it, so that the same request runs again. For a person who has checked what happened.
   *
   * @param key The whole key.
   * @returns False when there was none.
   */
  forget(key: string): Promise<boolean>;
}
