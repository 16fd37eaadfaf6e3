/**
 * Records in a Deno KV file: they outlive the process, and all processes of the machine share them.
 *
 * @module
 */
import type { Clock } from "../clock.ts";
import type { Claim, IdempotencyRecord, IdempotencyStore, StoredOutcome } from "./idempotency_store.ts";
import { type KvEntry, readKvEntry, replaceKvEntry } from "./kv_entry.ts";
import { decodeKvKey, encodeKvKey, KV_RECORDS } from "./kv_key.ts";
import { KvFile, type KvFileOptions } from "./kv_file.ts";
import type { KeyedRecord, RecordAdministration } from "./record_administration.ts";

/** Settings of {@linkcode KvIdempotencyStore}. */
export interface KvIdempotencyStoreOptions extends KvFileOptions {
  /** Says when a window is over. */
  readonly clock: Clock;
}

/** What to do about an entry: answer, or first put `record` in its place. */
interface Step<T> {
  readonly answer: T;
  /** `undefined` removes the entry; without this field nothing is changed. */
  readonly record?: IdempotencyRecord | undefined;
}

/** Decides on an entry. `attempted` is what a change of ours, of unknown outcome, was tried on: `null` for no entry. */
type Decide<T> = (live: KvEntry | undefined, attempted: string | null | undefined) => Step<T>;

/** Others make progress whenever we lose a race, so that this many in a row mean a defect. */
const MOST_RACES = 1_000;
/** Deno's clean-up comes a day late, so that a clock that is set back finds its records. */
const CLEAN_UP_AFTER_MS = 86_400_000;
/** Deno KV refuses an expiry in the far future, and JSON has no Infinity: a window of a hundred years is enough. */
const LONGEST_WINDOW_MS = 3_155_760_000_000;

/**
 * A store in a file. Its own `expiresAt` decides when a window is over, since KV keeps expired values for a minute.
 * Every change is one atomic operation that checks the version it was decided on, so that of any number of processes
 * one wins. SQLite's answer `database is locked` says nothing of what was done: the record's owner does.
 *
 * @example
 * ```ts
 * await using store = new KvIdempotencyStore({ path: "/var/lib/handrail/idem.kv", clock: systemClock });
 * ```
 */
export class KvIdempotencyStore implements IdempotencyStore, RecordAdministration, AsyncDisposable {
  readonly name = "kv";
  readonly #file: KvFile;
  readonly #clock: Clock;
  /** The versions of our own claims: their commits need not read what they replace. */
  readonly #claims = new WeakMap<IdempotencyRecord, string>();

  /**
   * @param options See {@linkcode KvIdempotencyStoreOptions}.
   * @throws {TypeError} If the path is empty.
   */
  constructor(options: KvIdempotencyStoreOptions) {
    this.#file = new KvFile(options);
    this.#clock = options.clock;
  }

  /** See {@linkcode IdempotencyStore.claim}. */
  claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    return this.#change<Claim>(key, (live, attempted) => {
      // After an attempt of unknown outcome, a record of ours is the one that the attempt wrote.
      if (live) {
        return {
          answer: { claimed: attempted !== undefined && live.record.owner === owner, record: live.record },
        };
      }
      const claimedAt = this.#clock.now();
      const expiresAt = claimedAt + Math.min(windowMs, LONGEST_WINDOW_MS);
      const record = { owner, claimedAt, expiresAt, ...(label !== undefined && { label }) };
      return { answer: { claimed: true, record }, record };
    });
  }

  /** See {@linkcode IdempotencyStore.commit}. */
  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    const versionstamp = this.#claims.get(record);
    const claimed = versionstamp !== undefined ? { record, versionstamp, partCount: 0 } : undefined;
    const isOver = () => record.expiresAt <= this.#clock.now();
    return this.#change(key, (live, attempted) => {
      if (live && live.record.owner !== record.owner) return { answer: false };
      const written = live && attempted !== undefined && live.versionstamp !== attempted;
      // Nobody could read it any more, and a new owner may come any moment.
      return { answer: true, ...(!written && !isOver() && { record: { ...record, outcome } }) };
    }, isOver() ? undefined : claimed);
  }

  /** See {@linkcode IdempotencyStore.release}. */
  release(key: string, owner: string): Promise<boolean> {
    return this.#change(key, (live, attempted) => {
      // After an attempt of unknown outcome, a record that is gone was removed by it.
      if (live?.record.owner !== owner) return { answer: attempted !== undefined };
      return { answer: true, record: undefined };
    });
  }

  /** See {@linkcode IdempotencyStore.read}. */
  read(key: string): Promise<IdempotencyRecord | undefined> {
    return this.#change(key, (live) => ({ answer: live?.record }));
  }

  /** See {@linkcode RecordAdministration.list}. */
  async *list(): AsyncIterable<KeyedRecord> {
    const keys = await this.#file.use((kv) =>
      Array.fromAsync(kv.list({ prefix: KV_RECORDS }), ({ key }) => key.at(-1))
    );
    for (const part of keys) {
      const key = decodeKvKey(String(part));
      const record = await this.read(key);
      if (record) yield { key, record };
    }
  }

  /** See {@linkcode RecordAdministration.forget}. */
  forget(key: string): Promise<boolean> {
    return this.#change(key, (live, attempted) => {
      return live ? { answer: true, record: undefined } : { answer: attempted !== undefined };
    });
  }

  /** Closes the file once what is running has ended, but after a second at the latest. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]();
  }

  /**
   * Reads, decides, writes what was decided, and begins again as long as somebody else comes in between. The first time
   * `expected` saves the reading: if it is wrong, the write finds out.
   */
  #change<T>(key: string, decide: Decide<T>, expected?: KvEntry): Promise<T> {
    let attempted: string | null | undefined;
    return this.#file.use(async (kv) => {
      const part = encodeKvKey(key);
      for (let race = 0; race < MOST_RACES; race++) {
        const found = expected ?? await readKvEntry(kv, part);
        expected = undefined;
        const step = this.#decide(found, decide, attempted);
        if (!("record" in step)) return step.answer;
        attempted = found?.versionstamp ?? null;
        try {
          const { record } = step;
          const versionstamp = await replaceKvEntry(kv, part, found, record, this.#cleanUpIn(record));
          if (versionstamp !== undefined) {
            if (record && !record.outcome) this.#claims.set(record, versionstamp);
            return step.answer;
          }
        } catch (error) {
          // Done or not? The entry knows. If it cannot be read either, what went wrong first is what matters.
          const now = await readKvEntry(kv, part).catch(() => Promise.reject(error));
          const { answer, ...change } = this.#decide(now, decide, attempted);
          if ("record" in change) throw error;
          return answer;
        }
        attempted = undefined;
      }
      throw new Error(`Cannot change idempotency record: lost ${MOST_RACES} races in a row. Try again`);
    });
  }

  #decide<T>(found: KvEntry | undefined, decide: Decide<T>, attempted: string | null | undefined): Step<T> {
    return decide(found && found.record.expiresAt > this.#clock.now() ? found : undefined, attempted);
  }

  #cleanUpIn(record: IdempotencyRecord | undefined): number {
    const now = this.#clock.now();
    return Math.ceil((record?.expiresAt ?? now) - now) + CLEAN_UP_AFTER_MS;
  }
}
