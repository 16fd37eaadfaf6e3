/**
 * Keeps results closed to whoever looks into the store.
 *
 * @module
 */
import type { JsonValue } from "../../tools/types.ts";
import type { Sealer } from "../seal.ts";
import type { Claim, IdempotencyRecord, StoredOutcome } from "./idempotency_store.ts";
import type { OpenStore } from "./open_store.ts";
import type { KeyedRecord } from "./record_administration.ts";

/** The field that a sealed result consists of. */
const SEALED = "handrail:sealed";

/** Settings of {@linkcode SealedStore}. */
export interface SealedStoreOptions {
  readonly sealer: Sealer;
  /** Are results sealed from now on? Sealed ones are opened either way. */
  readonly seals: boolean;
}

/**
 * A store whose results are sealed for their key: nobody without the secret can read one or put it in another's
 * place. A result that cannot be opened is a lost one: the call is not run again for it.
 *
 * @example
 * ```ts
 * const store = new SealedStore(new RedisIdempotencyStore({ url }), { sealer: createSealer(secret), seals: true });
 * ```
 */
export class SealedStore implements OpenStore {
  readonly #inner: OpenStore;
  readonly #sealer: Sealer;
  readonly #seals: boolean;

  /**
   * @param inner Where records are kept.
   * @param options See {@linkcode SealedStoreOptions}.
   */
  constructor(inner: OpenStore, { sealer, seals }: SealedStoreOptions) {
    this.#inner = inner;
    this.#sealer = sealer;
    this.#seals = seals;
  }

  /** The inner store's. */
  get name(): string {
    return this.#inner.name;
  }

  /** See {@linkcode OpenStore.claim}. */
  async claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    const claim = await this.#inner.claim(key, owner, windowMs, label);
    return claim.claimed ? claim : { claimed: false, record: this.#opened(key, claim.record) };
  }

  /** See {@linkcode OpenStore.commit}. */
  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    const closed: StoredOutcome = this.#seals && outcome.kind === "result"
      ? { kind: "result", value: { [SEALED]: this.#sealer.seal(JSON.stringify(outcome.value), key) } }
      : outcome;
    return this.#inner.commit(key, record, closed);
  }

  /** See {@linkcode OpenStore.release}. */
  release(key: string, owner: string): Promise<boolean> {
    return this.#inner.release(key, owner);
  }

  /** See {@linkcode OpenStore.read}. */
  async read(key: string): Promise<IdempotencyRecord | undefined> {
    const record = await this.#inner.read(key);
    return record && this.#opened(key, record);
  }

  /** See {@linkcode OpenStore.list}. Results stay sealed: administration does not need them. */
  list(): AsyncIterable<KeyedRecord> {
    return this.#inner.list();
  }

  /** See {@linkcode OpenStore.forget}. */
  forget(key: string): Promise<boolean> {
    return this.#inner.forget(key);
  }

  /** Gives up the inner store's connection or file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inner[Symbol.asyncDispose]?.();
  }

  #opened(key: string, record: IdempotencyRecord): IdempotencyRecord {
    const sealed = record.outcome?.kind === "result" ? sealedText(record.outcome.value) : undefined;
    if (sealed === undefined) return record;
    try {
      return { ...record, outcome: { kind: "result", value: JSON.parse(this.#sealer.open(sealed, key)) } };
    } catch {
      return { ...record, outcome: { kind: "result_lost" } };
    }
  }
}

function sealedText(value: JsonValue): string | undefined {
  const text = Object(value)[SEALED];
  return typeof text === "string" && Object.keys(Object(value)).length === 1 ? text : undefined;
}
