/**
 * From the name that a model used to the tool that it meant.
 *
 * @module
 */
import type { ToolTable } from "../../tools/types.ts";

/** A tool, and how its name was found. */
export interface ResolvedName {
  readonly name: string;
  readonly how: "exact" | "alias" | "normalised" | "nearest";
}

/** A shorter name is too near to others. */
const MIN_LENGTH = 6;
const MAX_DISTANCE = 2;

/**
 * Finds the tool: by its name, an alias, the same letters in another spelling, or, for tools that change nothing, the
 * only name within two edits. Inherited names such as `constructor` find nothing.
 *
 * @param called What the model wrote.
 * @param tools The tools that there are.
 *
 * @example
 * ```ts
 * resolveCallName("functions.Order-Query-Status:0", tools); // { name: "order_query_status", how: "normalised" }
 * ```
 */
export function resolveCallName(called: string, tools: ToolTable): ResolvedName | undefined {
  if (Object.hasOwn(tools, called)) return { name: called, how: "exact" };
  const spellings = Object.entries(tools).flatMap(([name, { traits }]) =>
    [name, ...traits.aliases].map((spelling) => ({ name, spelling, plain: plainName(spelling) }))
  );
  const byAlias = only(spellings.filter(({ spelling }) => spelling === called));
  if (byAlias) return { name: byAlias, how: "alias" };
  const plain = plainName(called);
  const same = spellings.filter((one) => one.plain === plain && plain !== "");
  if (same.length > 0) return found(only(same), "normalised");
  if (plain.length < MIN_LENGTH) return undefined;
  const nearest = only(spellings.filter((one) => distance(one.plain, plain) <= MAX_DISTANCE));
  return nearest !== undefined && tools[nearest]?.traits.kind === "read"
    ? found(nearest, "nearest")
    : undefined;
}

function found(name: string | undefined, how: ResolvedName["how"]): ResolvedName | undefined {
  return name === undefined ? undefined : { name, how };
}

/** The one tool that all of them mean; `undefined` when they disagree. */
function only(spellings: readonly { readonly name: string }[]): string | undefined {
  const names = new Set(spellings.map(({ name }) => name));
  return names.size === 1 ? spellings[0]?.name : undefined;
}

/** What chat templates and vendors put in front of a name. */
const NAMESPACE = /^(?:functions?|default_api|tools?|api)[.:/]+/i;

/** Without case, separators, and what chat templates leave on a name: `functions.` in front, `:0` or `<|…` behind. */
function plainName(name: string): string {
  return name.trim().replace(/<\|.*$/s, "").replace(NAMESPACE, "").replace(/:\d+$/, "")
    .replaceAll(/[\s_.`"'-]/g, "").toLowerCase();
}

/** Levenshtein's distance, given up as soon as it is certain to be too great. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    if (Math.min(...next) > MAX_DISTANCE) return Infinity;
    row = next;
  }
  return row.at(-1) ?? Infinity;
}
