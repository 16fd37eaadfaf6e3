/**
 * A store as a program holds it.
 *
 * @module
 */
import type { IdempotencyStore } from "./idempotency_store.ts";
import type { RecordAdministration } from "./record_administration.ts";

/** A store, its administration, and the way to give up its connection or file. */
export type OpenStore = IdempotencyStore & RecordAdministration & Partial<AsyncDisposable>;
