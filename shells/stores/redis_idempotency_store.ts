/**
 * Records in Redis or Valkey, for any number of processes on any number of machines.
 *
 * @module
 */
import { BilingualError } from "../../kb/bilingual_error.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Claim, IdempotencyRecord, IdempotencyStore, StoredOutcome } from "./idempotency_store.ts";
import type { KeyedRecord, RecordAdministration } from "./record_administration.ts";
import { RedisConnection } from "./redis_connection.ts";
import { decodeRecord, encodeRecord, recordBody, recordHead } from "./redis_record.ts";
import { parseScan, type ScanPage, senseless } from "./redis_reply.ts";

/** Settings of {@linkcode RedisIdempotencyStore}. */
export interface RedisIdempotencyStoreOptions {
  /** `redis://[[user]:password@]host[:port][/db]`; `rediss://` for TLS. */
  readonly url: string;
  /** How long one try may take; a call settles within 1.8 times that. @default {500} */
  readonly commandTimeoutMs?: number;
  /** What every key begins with. @default {"agent:idem:"} */
  readonly keyPrefix?: string;
  /** What a record says of its times; the window itself is kept by the server. @default {systemClock} */
  readonly clock?: Pick<Clock, "now">;
}

/** A century: safe to add to the time, for Lua and for Redis. */
const MAX_WINDOW_MS = 3_155_760_000_000;
const SCAN_COUNT = 100;

/**
 * One key per record. What is guaranteed, by one command or script for each change, and with the window kept by the server:
 *
 * - Of all claims of a key, one succeeds per window. A change by anybody but the owner changes nothing.
 * - A claim that succeeded is in the server. A claim whose reply was lost is sent again and recognised by an id
 *   of its own, so that an owner's second claim is refused like anybody's.
 * - A claim that failed was not made, or is taken back as soon as the server can be reached: down the same connection if
 *   that still stands, else down the next. Until then, at most for its window, it can only refuse others.
 * - A commit or a release that failed may have been carried out, or be carried out later. Both may be repeated.
 * - The window is never longer than claimed: by an owner's commit it is kept, by a late one the rest of it is.
 *
 * Not guaranteed: what the server itself loses, by eviction (use `maxmemory-policy noeviction`), in a failover before
 * replication, or in a crash without `appendfsync always`, can be claimed again.
 *
 * @example
 * ```ts
 * await using store = new RedisIdempotencyStore({ url: "redis://127.0.0.1:6379" });
 * ```
 */
export class RedisIdempotencyStore implements IdempotencyStore, RecordAdministration, AsyncDisposable {
  readonly name = "redis";
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;
  readonly #clock: Pick<Clock, "now">;

  /**
   * @param options See {@linkcode RedisIdempotencyStoreOptions}.
   * @throws {TypeError} If the URL is none.
   * @throws {RangeError} If `commandTimeoutMs` is not a positive integer.
   */
  constructor(options: RedisIdempotencyStoreOptions) {
    const { url, commandTimeoutMs = 500, keyPrefix = "agent:idem:", clock = systemClock } = options;
    if (!Number.isInteger(commandTimeoutMs) || commandTimeoutMs < 1) {
      throw new RangeError(
        `Cannot create Redis store: commandTimeoutMs is ${commandTimeoutMs}. Give a positive integer`,
      );
    }
    this.#connection = new RedisConnection({ url, commandTimeoutMs });
    this.#keyPrefix = keyPrefix;
    this.#clock = clock;
  }

  /**
   * See {@linkcode IdempotencyStore.claim}.
   *
   * @throws {Error} If the server refuses or cannot be reached; then there is no claim, see the class.
   * @throws {RangeError} If `windowMs` is not a number.
   */
  async claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim> {
    const redisKey = this.#redisKey(key);
    const window = wholeWindow(windowMs);
    const claimedAt = Math.floor(this.#clock.now());
    const record = { owner, claimedAt, expiresAt: claimedAt + window, ...(label !== undefined && { label }) };
    const head = `${recordHead(owner)}"claim":"${crypto.randomUUID()}",`;
    const text = head + recordBody(record);
    const found = await this.#connection.run({
      send: (client) => client.set(redisKey, text, "PX", window, "NX", "GET"),
      parse: parseFound,
      undo: (client) => client.releaseRecord(redisKey, head),
    });
    // Our own text is in the way of a claim that is sent again because its first reply was lost.
    if (found === null || found === text) return { claimed: true, record };
    return { claimed: false, record: readable(found, redisKey) };
  }

  /** See {@linkcode IdempotencyStore.commit}. */
  async commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean> {
    const redisKey = this.#redisKey(key);
    const { owner, claimedAt, expiresAt } = record;
    const text = encodeRecord({ ...record, outcome });
    const left = Math.min(Math.floor(expiresAt - this.#clock.now()), wholeWindow(expiresAt - claimedAt));
    return await this.#connection.run({
      send: (client) => client.commitRecord(redisKey, recordHead(owner), text, left),
      parse: (reply) => parseNumber(reply) === 1,
    });
  }

  /** See {@linkcode IdempotencyStore.release}. */
  async release(key: string, owner: string): Promise<boolean> {
    const redisKey = this.#redisKey(key);
    return await this.#connection.run({
      send: (client) => client.releaseRecord(redisKey, recordHead(owner)),
      // What is gone after a try without an answer is what that try removed.
      parse: (reply, again) => parseNumber(reply) === 1 || (again && reply === 2),
    });
  }

  /** See {@linkcode IdempotencyStore.read}. */
  async read(key: string): Promise<IdempotencyRecord | undefined> {
    const redisKey = this.#redisKey(key);
    const text = await this.#connection.run({
      send: (client) => client.get(redisKey),
      parse: parseText,
    });
    return text === null ? undefined : readable(text, redisKey);
  }

  /** See {@linkcode RecordAdministration.list}. What stands under our prefix and is no record is left out. */
  async *list(): AsyncIterable<KeyedRecord> {
    const start = `${this.#keyPrefix}{`;
    const pattern = `${start.replaceAll(/[*?[\]\\]/g, "\\$&")}*}`;
    const seen = new Set<string>();
    let cursor = "0";
    do {
      const page: ScanPage = await this.#connection.run({
        send: (client) => client.scan(cursor, "MATCH", pattern, "COUNT", SCAN_COUNT),
        parse: parseScan,
      });
      cursor = page[0];
      for (const redisKey of page[1]) {
        if (seen.has(redisKey)) continue;
        seen.add(redisKey);
        const text = await this.#connection.run({ send: (client) => client.get(redisKey), parse: parseText });
        const record = text === null ? undefined : decodeRecord(text);
        if (record) yield { key: redisKey.slice(start.length, -1), record };
      }
    } while (cursor !== "0");
  }

  /** See {@linkcode RecordAdministration.forget}. */
  async forget(key: string): Promise<boolean> {
    const redisKey = this.#redisKey(key);
    return await this.#connection.run({
      send: (client) => client.del(redisKey),
      parse: (reply, again) => parseNumber(reply) === 1 || again,
    });
  }

  /** Closes the connection; never waits long for the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]();
  }

  /** The braces keep whatever belongs to one record on one node of a cluster. */
  #redisKey(key: string): string {
    if (!key.isWellFormed()) {
      throw new TypeError(
        "Cannot make a Redis key: it holds a lone surrogate. Give a fingerprint in hexadecimal",
      );
    }
    return `${this.#keyPrefix}{${key}}`;
  }
}

/** PX takes whole milliseconds, at least one. Never shorter than asked for. */
function wholeWindow(windowMs: number): number {
  if (Number.isNaN(windowMs)) throw new RangeError("Cannot claim: windowMs is NaN. Give milliseconds");
  return Math.min(Math.max(Math.ceil(windowMs), 1), MAX_WINDOW_MS);
}

function readable(text: string, redisKey: string): IdempotencyRecord {
  const record = decodeRecord(text);
  if (record) return record;
  throw new BilingualError({
    en: `Cannot read Redis key: ${redisKey} holds no record. Remove it`,
    zh: `无法读取 Redis 键：${redisKey} 中不是记录。请删除它`,
  });
}

function parseNumber(reply: unknown): number {
  if (typeof reply !== "number") throw senseless();
  return reply;
}

function parseText(reply: unknown): string | null {
  if (reply !== null && typeof reply !== "string") throw senseless();
  return reply;
}

/** A server that says "OK" has set the key without a look at what was there. */
function parseFound(reply: unknown): string | null {
  if (reply === "OK") throw senseless();
  return parseText(reply);
}
