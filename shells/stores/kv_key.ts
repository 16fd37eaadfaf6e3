/**
 * Where a record stands in Deno KV.
 *
 * @module
 */

const HEX = /^[0-9a-f]+$/;
/** In bytes. Deno KV takes 2,048 for a key, but the keys of a large result count, twice, against its atomic limit. */
const LONGEST_PART = 1_000;

/** The prefix of all records. */
export const KV_RECORDS: Deno.KvKey = ["agent", "idem"];

/** The prefix of the parts of results that are too large for one value; elsewhere, so that listing passes them by. */
export const KV_PARTS: Deno.KvKey = ["agent", "idem_parts"];

/**
 * Spells a store's key as one part of a KV key. A fingerprint is hexadecimal already and stays as it is. Any other
 * text becomes `u` and the hexadecimal of its UTF-16 units: KV itself confuses lone surrogates with U+FFFD.
 *
 * @param key The store's key.
 * @returns The part; different for different keys.
 * @throws {RangeError} If that is too long for Deno KV.
 *
 * @example
 * ```ts
 * encodeKvKey("a"); // "a"
 * encodeKvKey("单"); // "u5355"
 * ```
 */
export function encodeKvKey(key: string): string {
  const part = HEX.test(key)
    ? key
    : `u${unitsOf(key).map((unit) => unit.toString(16).padStart(4, "0")).join("")}`;
  if (part.length <= LONGEST_PART) return part;
  throw new RangeError(
    `Cannot make KV key: it takes ${part.length} bytes, more than ${LONGEST_PART}. Hash it first`,
  );
}

/**
 * The opposite of {@linkcode encodeKvKey}.
 *
 * @param part A part that it made.
 * @returns The store's key.
 *
 * @example
 * ```ts
 * decodeKvKey("u5355"); // "单"
 * ```
 */
export function decodeKvKey(part: string): string {
  if (!part.startsWith("u")) return part;
  const units = part.slice(1).match(/.{4}/g) ?? [];
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}
