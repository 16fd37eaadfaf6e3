/**
 * Conformance in a quarter of the time.
 *
 * @module
 */
import type {
  Claim,
  IdempotencyRecord,
  IdempotencyStore,
  StoredOutcome,
} from "../../shells/stores/idempotency_store.ts";

/** A store whose time goes four times as fast, so that the windows of the conformance tests take a quarter of it. */
export class HastenedStore implements IdempotencyStore {
  readonly name = "hastened";
  readonly #inner: IdempotencyStore;

  constructor(inner: IdempotencyStore) {
    this.#inner = inner;
  }

  async claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    const claim = await this.#inner.claim(key, owner, windowMs / 4, label);
    return { ...claim, record: scaled(claim.record, 4) };
  }

  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    return this.#inner.commit(key, scaled(record, 1 / 4), outcome);
  }

  release(key: string, owner: string): Promise<boolean> {
    return this.#inner.release(key, owner);
  }

  async read(key: string): Promise<IdempotencyRecord | undefined> {
    const record = await this.#inner.read(key);
    return record && scaled(record, 4);
  }
}

function scaled(record: IdempotencyRecord, factor: number): IdempotencyRecord {
  return { ...record, claimedAt: record.claimedAt * factor, expiresAt: record.expiresAt * factor };
}
