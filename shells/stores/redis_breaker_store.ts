/**
 * What any number of processes remember of failing tools, in Redis or Valkey.
 *
 * @module
 */
import { type BreakerState, CLOSED } from "../breaker_state.ts";
import { decodeBreaker, encodeBreaker } from "./breaker_record.ts";
import {
  type BreakerAdministration,
  type BreakerDecision,
  type BreakerEntry,
  type BreakerStore,
  KEEP_BREAKER_MS,
} from "./breaker_store.ts";
import { type RedisClient, RedisConnection } from "./redis_connection.ts";
import { parseScan, type ScanPage, senseless } from "./redis_reply.ts";

/** Settings of {@linkcode RedisBreakerStore}. */
export interface RedisBreakerStoreOptions {
  /** `redis://[[user]:password@]host[:port][/db]`; `rediss://` for TLS. */
  readonly url: string;
  /** How long one try may take, in milliseconds; a change takes 1.8 times that for each of its steps. @default {250} */
  readonly commandTimeoutMs?: number;
  /** What every key begins with. @default {"agent:breaker:"} */
  readonly keyPrefix?: string;
}

/** A key's text and the server's time, as a script read both. */
interface Reading {
  readonly swapped: boolean;
  readonly text: string;
  readonly now: number;
}

const SCAN_COUNT = 100;
/** Others make progress whenever we lose a race, so that this many in a row mean a defect. */
const MOST_RACES = 1_000;

/**
 * One key per tool, and the server's clock alone. Reading is one round trip. A change is one more: it swaps the text
 * only if it is still what was read, and shows what is there instead otherwise.
 *
 * @example
 * ```ts
 * await using store = new RedisBreakerStore({ url: "redis://127.0.0.1:6379" });
 * ```
 */
export class RedisBreakerStore implements BreakerStore, BreakerAdministration, AsyncDisposable {
  readonly name = "redis";
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;

  /**
   * @param options See {@linkcode RedisBreakerStoreOptions}.
   * @throws {TypeError} If the URL is none.
   */
  constructor({ url, commandTimeoutMs = 250, keyPrefix = "agent:breaker:" }: RedisBreakerStoreOptions) {
    this.#connection = new RedisConnection({ url, commandTimeoutMs });
    this.#keyPrefix = keyPrefix;
  }

  /** See {@linkcode BreakerStore.change}. */
  async change<Step extends { readonly state: BreakerState }>(
    tool: string,
    decide: BreakerDecision<Step>,
  ): Promise<Step> {
    const key = `${this.#keyPrefix}{${tool}}`;
    const change = crypto.randomUUID();
    let step: Step | undefined;
    let reading = await this.#read(key);
    for (let race = 0; race < MOST_RACES; race++) {
      const known = decodeBreaker(reading.text);
      // The swap was made, and its first reply was lost.
      if (step && known.change === change) return step;
      step = decide(known.state, reading.now);
      if (step.state === known.state) return step;
      const { text } = reading;
      const next = encodeBreaker(step.state, change);
      reading = await this.#ask((client) => client.swapBreaker(key, text, next, KEEP_BREAKER_MS));
      if (reading.swapped) return step;
    }
    throw new Error(`Cannot change breaker: lost ${MOST_RACES} races in a row. Try again`);
  }

  /** See {@linkcode BreakerAdministration.list}. */
  async *list(): AsyncIterable<BreakerEntry> {
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
      for (const key of page[1]) {
        if (seen.has(key)) continue;
        seen.add(key);
        const { text, now } = await this.#read(key);
        const { state } = decodeBreaker(text);
        if (state !== CLOSED) yield { tool: key.slice(start.length, -1), state, now };
      }
    } while (cursor !== "0");
  }

  /** See {@linkcode BreakerAdministration.reset}. */
  async reset(tool: string): Promise<boolean> {
    let found = false;
    await this.change(tool, (state) => {
      found ||= state !== CLOSED;
      return { state: CLOSED };
    });
    return found;
  }

  /** Closes the connection; never waits long for the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]();
  }

  #read(key: string): Promise<Reading> {
    return this.#ask((client) => client.readBreaker(key));
  }

  #ask(send: (client: RedisClient) => Promise<unknown>): Promise<Reading> {
    return this.#connection.run({ send, parse: parseReading });
  }
}

function parseReading(reply: unknown): Reading {
  const [swapped, text, now] = Array.isArray(reply) ? reply : [];
  if (typeof swapped !== "number" || typeof text !== "string" || !Number.isFinite(Number(now))) {
    throw senseless();
  }
  return { swapped: swapped === 1, text, now: Number(now) };
}
