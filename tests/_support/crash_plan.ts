/**
 * What a worker process is told to do, and what it reports, one JSON value a line.
 *
 * @module
 */
import type { ToolErrorType } from "../../tools/types.ts";

/** The store that the workers share; `none` runs every write unguarded, to show that the harness sees duplicates. */
export type CrashStore =
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "kv"; readonly path: string }
  | { readonly kind: "none" };

/** One worker's work. */
export interface CrashPlan {
  readonly store: CrashStore;
  /** The file that stands for the outside world. */
  readonly ledger: string;
  /** The requests, each one write; the worker shuffles them. */
  readonly keys: readonly string[];
  /** How many requests run at once. */
  readonly concurrency: number;
  readonly seed: number;
  /** A write pauses for up to so many milliseconds before and after it changes the world. */
  readonly pauseMs: number;
  /** How long a caller waits for an equal call in another process, in milliseconds. */
  readonly waitMs: number;
  /** When such a call counts as gone, in milliseconds from its claim. */
  readonly goneAfterMs: number;
}

/** How one request ended for its caller. */
export interface CrashCall {
  readonly type: "call";
  readonly key: string;
  /** `result`, the error's type, or the text of an error that has none. */
  readonly outcome: "result" | ToolErrorType | `unexpected: ${string}`;
  /** Which line of the ledger the result stands for. */
  readonly reference?: string;
  readonly replayed: boolean;
  readonly ms: number;
}

/** A line of a worker's standard output. */
export type CrashReport =
  /** Everything is loaded; the worker waits for a byte on standard input. */
  | { readonly type: "ready" }
  | CrashCall
  | { readonly type: "warning"; readonly message: string }
  /** Every request has ended. */
  | { readonly type: "finished" };
