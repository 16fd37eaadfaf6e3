/**
 * Records in this process: gone when it ends, which is as good as an expired window.
 *
 * @module
 */
import type { Clock } from "../clock.ts";
import type { KeyedRecord, RecordAdministration } from "./record_administration.ts";
import type { Claim, IdempotencyRecord, IdempotencyStore, StoredOutcome } from "./idempotency_store.ts";

/** Settings of {@linkcode MemoryIdempotencyStore}. */
export interface MemoryIdempotencyStoreOptions {
  readonly clock: Pick<Clock, "now">;
  /** How many finished records to keep; the oldest go first. @default {500} */
  readonly maxEntries?: number;
}

/**
 * The default store. A record in flight, or of unknown outcome, is never evicted inside its window: losing it would
 * let a write run beside itself.
 *
 * @example
 * ```ts
 * const store = new MemoryIdempotencyStore({ clock: systemClock });
 * ```
 */
export class MemoryIdempotencyStore implements IdempotencyStore, RecordAdministration {
  readonly name = "memory";
  readonly #records = new Map<string, IdempotencyRecord>();
  readonly #clock: Pick<Clock, "now">;
  readonly #maxEntries: number;

  /**
   * @param options See {@linkcode MemoryIdempotencyStoreOptions}.
   * @throws {RangeError} If `maxEntries` is not a positive integer.
   */
  constructor({ clock, maxEntries = 500 }: MemoryIdempotencyStoreOptions) {
    if (!Number.isInteger(maxEntries) || maxEntries < 1) {
      throw new RangeError(
        `Cannot create memory store: maxEntries is ${maxEntries}. Give a positive integer`,
      );
    }
    this.#clock = clock;
    this.#maxEntries = maxEntries;
  }

  /** See {@linkcode IdempotencyStore.claim}. */
  claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    const known = this.#live(key);
    if (known) return Promise.resolve({ claimed: false, record: known });
    const claimedAt = this.#clock.now();
    const record = {
      owner,
      claimedAt,
      expiresAt: claimedAt + windowMs,
      ...(label !== undefined && { label }),
    };
    this.#records.set(key, record);
    return Promise.resolve({ claimed: true, record });
  }

  /** See {@linkcode IdempotencyStore.commit}. */
  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    const known = this.#live(key);
    if (known && known.owner !== record.owner) return Promise.resolve(false);
    this.#records.set(key, { ...record, outcome });
    this.#evict();
    return Promise.resolve(true);
  }

  /** See {@linkcode IdempotencyStore.release}. */
  release(key: string, owner: string): Promise<boolean> {
    return Promise.resolve(this.#live(key)?.owner === owner && this.#records.delete(key));
  }

  /** See {@linkcode IdempotencyStore.read}. */
  read(key: string): Promise<IdempotencyRecord | undefined> {
    return Promise.resolve(this.#live(key));
  }

  /** See {@linkcode RecordAdministration.list}. */
  async *list(): AsyncIterable<KeyedRecord> {
    for (const key of [...this.#records.keys()]) {
      const record = this.#live(key);
      if (record) yield { key, record };
    }
  }

  /** See {@linkcode RecordAdministration.forget}. */
  forget(key: string): Promise<boolean> {
    return Promise.resolve(this.#live(key) !== undefined && this.#records.delete(key));
  }

  #live(key: string): IdempotencyRecord | undefined {
    const record = this.#records.get(key);
    if (record && record.expiresAt <= this.#clock.now()) {
      this.#records.delete(key);
      return undefined;
    }
    return record;
  }

  #evict(): void {
    if (this.#records.size <= this.#maxEntries) return;
    const now = this.#clock.now();
    const finished: string[] = [];
    for (const [key, { outcome, expiresAt }] of this.#records) {
      if (expiresAt <= now) this.#records.delete(key);
      else if (outcome && outcome.kind !== "unknown") finished.push(key);
    }
    for (const key of finished.slice(0, -this.#maxEntries)) this.#records.delete(key);
  }
}
