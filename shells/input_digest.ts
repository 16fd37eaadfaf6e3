/**
 * The digest that ties a decision to what it was about.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical_json.ts";

/**
 * SHA-256 of a call's input as JSON with sorted keys (RFC 8785), so that a client can recompute it.
 *
 * @param input A JSON value.
 * @returns 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * inputDigest({}); // "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
 * ```
 */
export function inputDigest(input: unknown): string {
  return createHash("sha256").update(canonicalJson(input)).digest("hex");
}
