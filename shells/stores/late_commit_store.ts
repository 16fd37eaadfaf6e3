/**
 * Keeps what a store could not be told, and tells it when it can be reached again.
 *
 * @module
 */
import type { Claim, IdempotencyRecord, IdempotencyStore, StoredOutcome } from "./idempotency_store.ts";
import type { OpenStore } from "./open_store.ts";
import type { KeyedRecord, RecordAdministration } from "./record_administration.ts";

interface LateCommit {
  readonly record: IdempotencyRecord;
  readonly outcome: StoredOutcome;
  readonly attempts: number;
}

const MAX_COMMITS = 1_000;
/** One that is refused so often (a result too large for the server, say) will not be taken the next time either. */
const MAX_ATTEMPTS = 5;

/**
 * A store in front of one that may be away just when a write ends. The commit fails as it does without this, but its
 * outcome is kept in memory: repeats in this process get it as soon as the store answers at all, and then the store gets
 * it too, for all other processes. Without it, repeats would be told `unknown_outcome` until the window ends.
 *
 * Nothing here waits: the store is told in the background, after an operation has shown that it is back.
 *
 * @example
 * ```ts
 * await using store = new LateCommitStore(new RedisIdempotencyStore({ url }));
 * ```
 */
export class LateCommitStore implements IdempotencyStore, RecordAdministration, AsyncDisposable {
  readonly #inner: OpenStore;
  readonly #late = new Map<string, LateCommit>();
  #catchingUp: Promise<void> | undefined;

  /** @param inner The store. */
  constructor(inner: OpenStore) {
    this.#inner = inner;
  }

  /** The inner store's. */
  get name(): string {
    return this.#inner.name;
  }

  /** See {@linkcode IdempotencyStore.claim}. */
  async claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    const claim = await this.#inner.claim(key, owner, windowMs, label);
    this.#startToCatchUp();
    return claim.claimed ? claim : { claimed: false, record: this.#withLateNews(key, claim.record) };
  }

  /** See {@linkcode IdempotencyStore.commit}. What fails is kept. */
  async commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    // An older outcome that is on its way must not arrive after this one.
    while (this.#catchingUp) await this.#catchingUp;
    this.#late.delete(key);
    try {
      const done = await this.#inner.commit(key, record, outcome);
      this.#startToCatchUp();
      return done;
    } catch (error) {
      this.#keep(key, { record, outcome: structuredClone(outcome), attempts: 1 });
      throw error;
    }
  }

  /** See {@linkcode IdempotencyStore.release}. */
  release(key: string, owner: string): Promise<boolean> {
    return this.#inner.release(key, owner);
  }

  /** See {@linkcode IdempotencyStore.read}. */
  async read(key: string): Promise<IdempotencyRecord | undefined> {
    const record = await this.#inner.read(key);
    this.#startToCatchUp();
    return record && this.#withLateNews(key, record);
  }

  /** See {@linkcode RecordAdministration.list}. */
  list(): AsyncIterable<KeyedRecord> {
    return this.#inner.list();
  }

  /** See {@linkcode RecordAdministration.forget}. */
  async forget(key: string): Promise<boolean> {
    while (this.#catchingUp) await this.#catchingUp;
    this.#late.delete(key);
    return await this.#inner.forget(key);
  }

  /** Closes the store, once what is on its way has arrived. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#catchingUp;
    await this.#inner[Symbol.asyncDispose]?.();
  }

  #keep(key: string, commit: LateCommit): void {
    this.#late.set(key, commit);
    for (const oldest of this.#late.keys()) {
      if (this.#late.size <= MAX_COMMITS) break;
      this.#late.delete(oldest);
    }
  }

  #withLateNews(key: string, record: IdempotencyRecord): IdempotencyRecord {
    const late = this.#late.get(key);
    return late?.record.owner === record.owner
      ? { ...record, outcome: structuredClone(late.outcome) }
      : record;
  }

  /** To be called when the store has answered. */
  #startToCatchUp(): void {
    if (this.#late.size === 0 || this.#catchingUp) return;
    this.#catchingUp = this.#catchUp().finally(() => this.#catchingUp = undefined);
  }

  async #catchUp(): Promise<void> {
    for (const [key, late] of [...this.#late]) {
      try {
        await this.#inner.commit(key, late.record, late.outcome);
        this.#late.delete(key);
      } catch {
        this.#late.delete(key);
        const attempts = late.attempts + 1;
        if (attempts < MAX_ATTEMPTS) this.#keep(key, { ...late, attempts });
        return;
      }
    }
  }
}
