/**
 * Makes a tool's result what its replay will be.
 *
 * @module
 */
import type { JsonValue } from "../tools/types.ts";

/** Whatever looks into a result later does so by recursion. */
const MAX_DEPTH = 1_000;

/**
 * Turns a value into plain JSON once, right after execution, so that a first answer and its replay are the same
 * value from every store: dates become text, undefined fields go, a BigInt becomes its digits.
 *
 * @param value What a tool returned.
 * @returns A fresh JSON value; `null` for `undefined`.
 * @throws {TypeError} If the value contains itself; `RangeError` if it is nested deeper than 1,000 levels.
 *
 * @example
 * ```ts
 * normaliseJson({ at: new Date(0), n: 1n, gone: undefined }); // { at: "1970-01-01T00:00:00.000Z", n: "1" }
 * ```
 */
export function normaliseJson(value: unknown): JsonValue {
  const text = stringify(value);
  if (text === undefined) return null;
  if (isDeeper(text, MAX_DEPTH)) {
    throw new RangeError(`Cannot keep result: it is nested deeper than ${MAX_DEPTH} levels`);
  }
  return JSON.parse(text);
}

/** A replacer doubles what this takes, and only a BigInt needs one. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_key, field) => typeof field === "bigint" ? String(field) : field);
  }
}

/** Short texts, which nearly all are, need no look. A regular expression would run out of stack on long ones. */
function isDeeper(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the next quote is that no backslash takes away; in JSON there is one. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1);; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charAt(end - 1 - backslashes) === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
