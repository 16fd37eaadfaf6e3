/**
 * Makes sense of what a Redis server answers. A reply that makes none is as good as no reply: the connection is given
 * up, and the command sent again.
 *
 * @module
 */

/** A page of a scan: where to go on, and keys. */
export type ScanPage = readonly [cursor: string, keys: readonly string[]];

/**
 * Reads a page of a scan.
 *
 * @param reply The reply to `SCAN`.
 * @throws {Error} If it is none.
 *
 * @example
 * ```ts
 * parseScan(["0", ["agent:idem:{key}"]]);
 * ```
 */
export function parseScan(reply: unknown): ScanPage {
  if (Array.isArray(reply) && typeof reply[0] === "string" && Array.isArray(reply[1])) {
    return [reply[0], reply[1]];
  }
  throw senseless();
}

/** The error for a reply that makes no sense. */
export function senseless(): Error {
  return new Error("it does not talk like Redis");
}
