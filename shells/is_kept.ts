/**
 * Tells which results stand for a request that was carried out.
 *
 * @module
 */
import type { JsonValue } from "../tools/types.ts";

/**
 * Only success is kept: not an error, and not a write that says it changed nothing.
 *
 * @param value A result.
 *
 * @example
 * ```ts
 * isKept({ status: "success", summary: "Not yet paid.", structured: { applied: false } }); // false
 * ```
 */
export function isKept(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  if (isFailure(value)) return false;
  const { structured } = value;
  const fields = typeof structured === "object" && structured !== null && !Array.isArray(structured)
    ? structured
    : {};
  return fields.applied !== false;
}

/**
 * Whether a result says that its call failed.
 *
 * @param value A result of any shape.
 *
 * @example
 * ```ts
 * isFailure({ status: "error", error_type: "network" }); // true
 * ```
 */
export function isFailure(value: unknown): boolean {
  return (Object(value) as { status?: unknown }).status === "error";
}
