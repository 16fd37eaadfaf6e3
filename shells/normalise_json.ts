/**
 * Makes a tool's result what its replay will be.
 *
 * @module
 */
import type { JsonValue } from "../tools/types.ts";

/**
 * Turns a value into plain JSON once, right after execution, so that a first answer and its replay are the same
 * value from every store: dates become text, undefined fields go, a BigInt becomes its digits.
 *
 * @param value What a tool returned.
 * @returns A fresh JSON value; `null` for `undefined`.
 * @throws {TypeError} If the value contains itself; `RangeError` if it is nested too deeply.
 *
 * @example
 * ```ts
 * normaliseJson({ at: new Date(0), n: 1n, gone: undefined }); // { at: "1970-01-01T00:00:00.000Z", n: "1" }
 * ```
 */
export function normaliseJson(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_key, field) => typeof field === "bigint" ? String(field) : field);
  return text === undefined ? null : JSON.parse(text);
}
