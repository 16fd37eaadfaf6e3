/**
 * What of a tool's result says that something has changed.
 *
 * @module
 */

/**
 * A result without what is new in every call: the note that it is a replay, and the numbers and marks that a search gives
 * to its passages.
 *
 * @param result What a tool answered.
 * @returns What to compare.
 *
 * @example
 * ```ts
 * resultEssence({ status: "success", summary: "Done.", replayed: true }); // { status: "success", summary: "Done." }
 * ```
 */
export function resultEssence(result: unknown): unknown {
  if (typeof result !== "object" || result === null || Array.isArray(result)) return result;
  const { replayed: _, ...rest } = result as Record<string, unknown>;
  const { hits } = Object(rest.structured) as { hits?: unknown };
  if (!Array.isArray(hits)) return rest;
  return { ...rest, structured: { ...(rest.structured as object), hits: hits.map(essenceOfHit) } };
}

/** `text` carries a mark that nobody can know beforehand; title and score tell passages apart as well. */
function essenceOfHit(hit: unknown): unknown {
  const { title, score } = Object(hit) as { title?: unknown; score?: unknown };
  return [String(title), String(score)];
}
