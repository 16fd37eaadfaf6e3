/**
 * How the replay of one file ended.
 *
 * @module
 */
import type { Difference } from "../../agent/replay/difference.ts";
import type { Bilingual } from "../../kb/bilingual_error.ts";

/** How it ended, in one word. */
export type ReplayStatus =
  /** Nothing differs. */
  | "same"
  | "different"
  /** It differed, and what is so now was taken for right. */
  | "updated"
  /** A turn did not run to its end. */
  | "failed"
  /** The file is no recording. */
  | "unreadable";

/** What is told of one file. */
export interface ReplayOutcome {
  readonly file: string;
  readonly title: string;
  readonly status: ReplayStatus;
  readonly turns: number;
  readonly calls: number;
  /** Calls whose recorded result says nothing about today's tools. */
  readonly skipped: number;
  readonly differences: readonly Difference[];
  /** Why it failed or cannot be read. */
  readonly problem?: Bilingual;
  readonly durationMs: number;
}

/**
 * Is it a difference in what is said of a tool, which every recording of it shares?
 *
 * @example
 * ```ts
 * isOfTable({ kind: "table", tool: "kb_query", path: "tool", now: "kb_query" }); // true
 * ```
 */
export function isOfTable({ kind }: Difference): boolean {
  return kind === "description" || kind === "schema" || kind === "table";
}

/**
 * How many differences there are when what recordings share counts once.
 *
 * @example
 * ```ts
 * countDistinct(outcomes); // 2
 * ```
 */
export function countDistinct(outcomes: readonly ReplayOutcome[]): number {
  const shared = new Set<string>();
  let own = 0;
  for (const difference of outcomes.flatMap(({ differences }) => differences)) {
    if (isOfTable(difference)) shared.add(JSON.stringify(difference));
    else own++;
  }
  return own + shared.size;
}
