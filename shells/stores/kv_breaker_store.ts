/**
 * What all processes of one machine remember of failing tools, in a Deno KV file.
 *
 * @module
 */
import type { Clock } from "../clock.ts";
import { type BreakerState, CLOSED } from "../breaker_state.ts";
import { decodeBreaker, encodeBreaker } from "./breaker_record.ts";
import {
  type BreakerAdministration,
  type BreakerDecision,
  type BreakerEntry,
  type BreakerStore,
  KEEP_BREAKER_MS,
} from "./breaker_store.ts";
import { KvFile, type KvFileOptions } from "./kv_file.ts";

/** Settings of {@linkcode KvBreakerStore}. */
export interface KvBreakerStoreOptions extends KvFileOptions {
  /** The machine's time: no other clock is the same in two processes and goes on when both have ended. */
  readonly clock: Clock;
}

const PREFIX: Deno.KvKey = ["agent", "breaker"];
/** Others make progress whenever we lose a race, so that this many in a row mean a defect. */
const MOST_RACES = 1_000;

/**
 * A store in a file; it may be the idempotency records' one. Every change checks the version that it was decided on.
 *
 * @example
 * ```ts
 * await using store = new KvBreakerStore({ path: "/var/lib/handrail/idem.kv", clock: systemClock });
 * ```
 */
export class KvBreakerStore implements BreakerStore, BreakerAdministration, AsyncDisposable {
  readonly name = "kv";
  readonly #file: KvFile;
  readonly #clock: Clock;

  /**
   * @param options See {@linkcode KvBreakerStoreOptions}.
   * @throws {TypeError} If the path is empty.
   */
  constructor(options: KvBreakerStoreOptions) {
    this.#file = new KvFile(options);
    this.#clock = options.clock;
  }

  /** See {@linkcode BreakerStore.change}. */
  change<Step extends { readonly state: BreakerState }>(
    tool: string,
    decide: BreakerDecision<Step>,
  ): Promise<Step> {
    const change = crypto.randomUUID();
    const key = [...PREFIX, tool];
    let step: Step | undefined;
    // "database is locked" does not tell whether the change was made: work begins again, and knows its own writing.
    return this.#file.use(async (kv) => {
      for (let race = 0; race < MOST_RACES; race++) {
        const { value, versionstamp } = await kv.get(key);
        const known = decodeBreaker(String(value ?? ""));
        if (step && known.change === change) return step;
        step = decide(known.state, this.#clock.now());
        if (step.state === known.state) return step;
        const text = encodeBreaker(step.state, change);
        const operation = kv.atomic().check({ key, versionstamp });
        if (text === "") operation.delete(key);
        else operation.set(key, text, { expireIn: KEEP_BREAKER_MS });
        if ((await operation.commit()).ok) return step;
      }
      throw new Error(`Cannot change breaker: lost ${MOST_RACES} races in a row. Try again`);
    });
  }

  /** See {@linkcode BreakerAdministration.list}. */
  async *list(): AsyncIterable<BreakerEntry> {
    const entries = await this.#file.use((kv) => Array.fromAsync(kv.list({ prefix: PREFIX })));
    for (const { key, value } of entries) {
      const { state } = decodeBreaker(String(value));
      if (state !== CLOSED) yield { tool: String(key.at(-1)), state, now: this.#clock.now() };
    }
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

  /** Closes the file once what is running has ended, but after a second at the latest. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]();
  }
}
