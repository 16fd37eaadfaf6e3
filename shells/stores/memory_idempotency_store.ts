/**
 * Records in this process: gone when it ends, which is as good as an expired window.
 *
 * @module
 */
import type { Clock } from "../clock.ts";
import type { KeyedRecord, RecordAdministration } from "./record_administration.ts";
import type { Claim, IdempotencyRecord, IdempotencyStore, StoredOutcome } from "./idempotency_store.ts";

/** A record whose outcome is JSON, so that nobody who got it can change it. */
interface KeptRecord {
  readonly record: IdempotencyRecord;
  readonly outcome: string | undefined;
}

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
  readonly #records = new Map<string, KeptRecord>();
  /** Keys of finished records, the one that finished first in front. */
  readonly #finished = new Set<string>();
  /** No finished record ends before this time. */
  #nextEnd = Infinity;
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
    if (known) return Promise.resolve({ claimed: false, record: restored(known) });
    const claimedAt = this.#clock.now();
    const record = {
      owner,
      claimedAt,
      expiresAt: claimedAt + windowMs,
      ...(label !== undefined && { label }),
    };
    this.#records.set(key, { record, outcome: undefined });
    return Promise.resolve({ claimed: true, record });
  }

  /** See {@linkcode IdempotencyStore.commit}. */
  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    const known = this.#live(key);
    if (known && known.record.owner !== record.owner) return Promise.resolve(false);
    this.#records.set(key, { record, outcome: JSON.stringify(outcome) });
    if (outcome.kind !== "unknown") this.#finish(key, record.expiresAt);
    return Promise.resolve(true);
  }

  /** See {@linkcode IdempotencyStore.release}. */
  release(key: string, owner: string): Promise<boolean> {
    return Promise.resolve(this.#live(key)?.record.owner === owner && this.#drop(key));
  }

  /** See {@linkcode IdempotencyStore.read}. */
  read(key: string): Promise<IdempotencyRecord | undefined> {
    const known = this.#live(key);
    return Promise.resolve(known && restored(known));
  }

  /** See {@linkcode RecordAdministration.list}. */
  async *list(): AsyncIterable<KeyedRecord> {
    for (const key of [...this.#records.keys()]) {
      const known = this.#live(key);
      if (known) yield { key, record: restored(known) };
    }
  }

  /** See {@linkcode RecordAdministration.forget}. */
  forget(key: string): Promise<boolean> {
    return Promise.resolve(this.#live(key) !== undefined && this.#drop(key));
  }

  #live(key: string): KeptRecord | undefined {
    const known = this.#records.get(key);
    if (known && known.record.expiresAt <= this.#clock.now()) {
      this.#drop(key);
      return undefined;
    }
    return known;
  }

  #drop(key: string): boolean {
    this.#finished.delete(key);
    return this.#records.delete(key);
  }

  #finish(key: string, expiresAt: number): void {
    this.#finished.delete(key);
    this.#finished.add(key);
    this.#nextEnd = Math.min(this.#nextEnd, expiresAt);
    if (this.#finished.size > this.#maxEntries) this.#makeRoom();
  }

  /** Ended records go before live ones; looking for them costs a pass, made only when there may be some. */
  #makeRoom(): void {
    if (this.#nextEnd <= this.#clock.now()) this.#dropEnded();
    for (const oldest of this.#finished) {
      if (this.#finished.size <= this.#maxEntries) return;
      this.#drop(oldest);
    }
  }

  #dropEnded(): void {
    const now = this.#clock.now();
    this.#nextEnd = Infinity;
    for (const [key, { record: { expiresAt } }] of this.#records) {
      if (expiresAt <= now) this.#drop(key);
      else if (this.#finished.has(key)) this.#nextEnd = Math.min(this.#nextEnd, expiresAt);
    }
  }
}

function restored({ record, outcome }: KeptRecord): IdempotencyRecord {
  return outcome === undefined ? record : { ...record, outcome: JSON.parse(outcome) };
}
