/**
 * A request that must not happen twice, and what comes of it.
 *
 * @module
 */
import type { JsonValue, RepeatPolicy } from "../tools/types.ts";

/** One request. */
export interface IdempotentCall {
  /** Whose request it is: equal requests of two sessions, or of two epochs of one, are two requests. */
  readonly scope: JsonValue;
  readonly tool: string;
  /** The validated input. */
  readonly input: unknown;
  readonly repeat: RepeatPolicy;
  /** This caller's signal; it never ends the work for other callers. */
  readonly signal?: AbortSignal | undefined;
}

/** What the caller gets. */
export interface RunOutcome {
  readonly value: unknown;
  /** The value is an earlier or a concurrent call's; this call executed nothing. */
  readonly replayed: boolean;
  /** It was carried out before, but its result could not be kept. */
  readonly resultLost: boolean;
  /** The fingerprint, or `undefined` when the arguments have none. */
  readonly key: string | undefined;
}

/** Carries out the request. `requestId` is stable for one record; `signal` is aborted when every caller has left. */
export type ExecuteOnce = (
  run: { readonly requestId?: string; readonly signal: AbortSignal },
) => Promise<unknown>;
