/**
 * The port to the memory of what was already done.
 *
 * @module
 */
import type { JsonValue } from "../../tools/types.ts";

/** What a finished execution left behind. */
export type StoredOutcome =
  /** The result, as every repeat will get it. */
  | { readonly kind: "result"; readonly value: JsonValue }
  /** It was carried out, but its result could not be kept. */
  | { readonly kind: "result_lost" }
  /** It began, and nobody knows how it ended. */
  | { readonly kind: "unknown" };

/** One record: in flight while `outcome` is absent, done afterwards. */
export interface IdempotencyRecord {
  /** Who claimed it; also the id under which a back end can refuse a repetition. */
  readonly owner: string;
  /** When it was claimed, milliseconds since the epoch. The window counts from here. */
  readonly claimedAt: number;
  /** When the window ends, milliseconds since the epoch. */
  readonly expiresAt: number;
  /** What the record is about, for people: the tool's name. Never an argument. */
  readonly label?: string;
  readonly outcome?: StoredOutcome;
}

/** What came of a claim. */
export type Claim =
  | { readonly claimed: true; readonly record: IdempotencyRecord }
  | { readonly claimed: false; readonly record: IdempotencyRecord };

/**
 * Records by key. Every change is checked against the owner: nobody ever changes or removes another one's record. A
 * record's value is its own: who changes what was given to the store or got from it changes nothing in it.
 */
export interface IdempotencyStore {
  /** For events and logs: `memory`, `redis`, `kv`. */
  readonly name: string;
  /** Creates an in-flight record, or returns the live one that is in the way. */
  claim(key: string, owner: string, windowMs: number, label?: string): Promise<Claim>;
  /** Completes the claimed record, or writes it if the key is free. False when another owner holds the key. */
  commit(key: string, record: IdempotencyRecord, outcome: StoredOutcome): Promise<boolean>;
  /** Removes a record of this owner's, so that a retry runs anew. False when there was none. */
  release(key: string, owner: string): Promise<boolean>;
  /** The live record, if any. */
  read(key: string): Promise<IdempotencyRecord | undefined>;
}
