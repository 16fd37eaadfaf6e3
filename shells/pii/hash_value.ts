/**
 * Replaces values by keyed digests.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import type { Finding } from "./finding.ts";

/** 64 bits: enough to tell the values of one log apart. */
const DIGITS = 16;

/**
 * Makes a replacement that cannot be undone, but tells equal values from others: `[PHONE:0123456789abcdef]`. The digest
 * is the first 64 bits of HMAC-SHA-256 (RFC 2104) over kind and value. Without a secret key, anybody could try all
 * phone numbers.
 *
 * @param key The key. Equal values get equal digests only under the same one.
 *
 * @example
 * ```ts
 * replaceFindings(text, findPersonalData(text), hashValue(secret));
 * ```
 */
export function hashValue(key: string): (finding: Finding) => string {
  return ({ kind, value }) => {
    const digest = createHmac("sha256", key).update(`${kind}\n${value}`).digest("hex");
    return `[${kind.toUpperCase()}:${digest.slice(0, DIGITS)}]`;
  };
}
