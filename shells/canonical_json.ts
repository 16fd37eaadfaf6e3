/**
 * JSON that two programs write alike.
 *
 * @module
 */

/**
 * Writes a JSON value with sorted keys and no white space, after RFC 8785, so that a client can recompute a hash.
 *
 * @param value A JSON value.
 * @returns The text; `null` for `undefined`.
 *
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: ["x"] }); // '{"a":["x"],"b":1}'
 * ```
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(",")}}`;
}
