/**
 * A store with faults that a test switches on and off.
 *
 * @module
 */
import type {
  Claim,
  IdempotencyRecord,
  IdempotencyStore,
  StoredOutcome,
} from "../../shells/stores/idempotency_store.ts";
import type { KeyedRecord, RecordAdministration } from "../../shells/stores/record_administration.ts";

/** An operation of the store. */
export type StoreOperation = "claim" | "commit" | "release" | "read";

/** Passes everything on to another store, unless told to fail or to wait. */
export class FailingStore implements IdempotencyStore, RecordAdministration {
  readonly name = "failing";
  /** Operations that reject with "the store is down". */
  readonly failing = new Set<StoreOperation>();
  readonly #inner: IdempotencyStore & RecordAdministration;
  readonly #gates = new Map<StoreOperation, Promise<void>>();

  constructor(inner: IdempotencyStore & RecordAdministration) {
    this.#inner = inner;
  }

  /** Makes the next call of an operation wait until the returned function is called; later calls pass it by. */
  hold(operation: StoreOperation): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(operation, promise);
    return resolve;
  }

  async claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    await this.#pass("claim");
    return await this.#inner.claim(key, owner, windowMs, label);
  }

  async commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    await this.#pass("commit");
    return await this.#inner.commit(key, record, outcome);
  }

  async release(key: string, owner: string): Promise<boolean> {
    await this.#pass("release");
    return await this.#inner.release(key, owner);
  }

  async read(key: string): Promise<IdempotencyRecord | undefined> {
    await this.#pass("read");
    return await this.#inner.read(key);
  }

  list(): AsyncIterable<KeyedRecord> {
    return this.#inner.list();
  }

  forget(key: string): Promise<boolean> {
    return this.#inner.forget(key);
  }

  async #pass(operation: StoreOperation): Promise<void> {
    const gate = this.#gates.get(operation);
    this.#gates.delete(operation);
    await gate;
    if (this.failing.has(operation)) throw new Error("the store is down");
  }
}
