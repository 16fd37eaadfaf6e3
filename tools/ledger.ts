/**
 * The embedded desk's books: every write it carried out, in order, never changed afterwards.
 *
 * @module
 */
import type { JsonObject } from "./types.ts";

/** One write that happened. */
export interface LedgerEntry {
  /** When, RFC 3339. */
  readonly time: string;
  /** What was done, for example `ticket_create`. */
  readonly action: string;
  /** The idempotency layer's id of the request, when it came through that layer. */
  readonly requestId: string | null;
  /** The id the desk gave out, or the order's. */
  readonly reference: string;
  /** Everything else worth keeping. */
  readonly details: JsonObject;
}

/** Where writes are recorded. */
export interface Ledger {
  /** All entries, oldest first. */
  entries(): Promise<readonly LedgerEntry[]>;
  /**
   * Decides and records in one step that no other writer can interleave with.
   *
   * @param decide Sees all entries; returns the one to append, or `undefined` to append nothing.
   * @returns What `decide` returned.
   */
  append(
    decide: (entries: readonly LedgerEntry[]) => LedgerEntry | undefined,
  ): Promise<LedgerEntry | undefined>;
}

/**
 * A ledger that lives as long as the process: for selftest and tests.
 *
 * @example
 * ```ts
 * const desk = new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now: Date.now });
 * ```
 */
export class MemoryLedger implements Ledger {
  readonly #entries: LedgerEntry[] = [];

  /** All entries, oldest first. */
  entries(): Promise<readonly LedgerEntry[]> {
    return Promise.resolve([...this.#entries]);
  }

  /** See {@linkcode Ledger.append}. */
  append(
    decide: (entries: readonly LedgerEntry[]) => LedgerEntry | undefined,
  ): Promise<LedgerEntry | undefined> {
    const entry = decide(this.#entries);
    if (entry) this.#entries.push(entry);
    return Promise.resolve(entry);
  }
}
