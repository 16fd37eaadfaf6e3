/**
 * Tells equal requests from different ones.
 *
 * @module
 */
import type { IdempotentCall } from "./idempotent_call.ts";
import { encodeCanonical } from "./encode_canonical.ts";
import { hmacSha256 } from "./hmac_sha256.ts";
import { remember } from "./remember.ts";

/** What makes a request the request that it is. */
export type FingerprintedCall = Pick<IdempotentCall, "scope" | "tool" | "input">;

/** An approval asks for a call's fingerprint before the call does, and every repeat asks for it again. */
const REMEMBERED = { maxEntries: 256, maxLength: 1_024 };

/**
 * Prepares fingerprints for one secret, so that none reveals an argument to somebody who guesses at it.
 *
 * @param secret The secret.
 * @returns Turns a request into 64 hexadecimal digits: the same ones for equal scope, tool and arguments. Throws a
 * `TypeError` for arguments that have none, see {@linkcode encodeCanonical}.
 *
 * @example
 * ```ts
 * const fingerprintOf = createFingerprint(secret);
 * fingerprintOf({ scope: "session-1", tool: "order_cancel", input: { orderId: "A-1024" } });
 * ```
 */
export function createFingerprint(secret: string): (call: FingerprintedCall) => string {
  const digest = remember(hmacSha256(secret), REMEMBERED);
  return ({ scope, tool, input }) => digest(encodeCanonical([scope, tool, input]));
}
