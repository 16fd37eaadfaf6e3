/**
 * Finds what is set for a model.
 *
 * @module
 */

/** Values by model string, or by the beginning of one with `*` behind it. */
export type ByModel<T> = Readonly<Record<string, T>>;

/**
 * What is set for a model, from the widest pattern to the narrowest; its own name, without `*`, comes last.
 *
 * @param table Values by pattern: `openai:gpt-4o-mini`, `openai:*`, `*`.
 * @param spec The model string.
 *
 * @example
 * ```ts
 * matchModel({ "openai:*": 1, "openai:gpt-4o": 2 }, "openai:gpt-4o"); // [1, 2]
 * ```
 */
export function matchModel<T>(table: ByModel<T>, spec: string): T[] {
  return Object.entries(table)
    .filter(([pattern]) => pattern.endsWith("*") ? spec.startsWith(pattern.slice(0, -1)) : spec === pattern)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([, value]) => value);
}

function rank(pattern: string): number {
  return pattern.endsWith("*") ? pattern.length : Infinity;
}
