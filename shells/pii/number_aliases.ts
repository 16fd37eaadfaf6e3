/**
 * Numbers values, in a text too long to remember all of them.
 *
 * @module
 */
import { hash, randomBytes } from "node:crypto";
import type { Finding } from "./finding.ts";

/** How many values are remembered at least; twice as many, some 25 MB, at most. */
const MAX_VALUES = 100_000;

/**
 * Makes a replacement by numbered aliases: `[[PHONE_1]]`. Equal values get equal aliases as long as they are among the
 * last values, of any kind, that came up; one that was forgotten gets a new number, and no number is given twice. Only
 * salted digests are kept.
 *
 * @param maxValues How many are remembered at least; twice as many at most.
 *
 * @example
 * ```ts
 * const alias = numberAliases();
 * alias({ kind: "phone", value: "13800138000", start: 0, end: 11 }); // "[[PHONE_1]]"
 * ```
 */
export function numberAliases(maxValues: number = MAX_VALUES): (finding: Finding) => string {
  const salt = randomBytes(16).toString("hex");
  const counts = new Map<string, number>();
  // Two generations: a map that loses its oldest entry each time gets slow at finding the next oldest.
  let recent = new Map<string, string>();
  let older = new Map<string, string>();
  return ({ kind, value }) => {
    const key = hash("sha256", `${salt}\n${kind}\n${value}`, "base64");
    const alias = recent.get(key) ?? older.get(key) ?? `[[${kind.toUpperCase()}_${next(counts, kind)}]]`;
    recent.set(key, alias);
    if (recent.size >= maxValues) [older, recent] = [recent, new Map()];
    return alias;
  };
}

function next(counts: Map<string, number>, kind: string): number {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  return count;
}
