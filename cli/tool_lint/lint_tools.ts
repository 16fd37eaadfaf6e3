/**
 * Looks at a table of tools as a model sees it.
 *
 * @module
 */
import { descriptionRules } from "./description_rules.ts";
import { fieldRules } from "./field_rules.ts";
import type { Finding, LintedTool } from "./finding.ts";
import type { Likeness } from "./likeness.ts";
import { nameRules } from "./name_rules.ts";
import { overlapRules, type ToolPair, toolPairs } from "./overlap_rules.ts";
import { estimateToolTokens } from "../../agent/estimate_tool_tokens.ts";
import { tableRules } from "./table_rules.ts";

/** What was found. */
export interface LintReport {
  readonly findings: readonly Finding[];
  /** What each tool costs in every request, about, in the order of the table. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly tokens: number;
  /** What descriptions were compared by. */
  readonly likenessBy: Likeness["by"];
  /** The two tools that are most alike; `undefined` when there is but one tool. */
  readonly mostAlike: ToolPair | undefined;
}

/**
 * Applies all rules: first what concerns one tool, in the order of the table, then what concerns several.
 *
 * @param tools The tools, in the order of the table.
 * @param likeness What descriptions are compared by.
 *
 * @example
 * ```ts
 * const { findings } = await lintTools(tools, likenessByWords());
 * ```
 */
export async function lintTools(tools: readonly LintedTool[], likeness: Likeness): Promise<LintReport> {
  const pairs = await toolPairs(tools, likeness);
  const costs = tools.map((tool) => ({ name: tool.name, tokens: estimateToolTokens(tool) }));
  return {
    findings: [
      ...tools.flatMap((tool) => [...nameRules(tool), ...descriptionRules(tool), ...fieldRules(tool)]),
      ...overlapRules(pairs, likeness),
      ...tableRules(tools),
    ],
    tools: costs,
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
    likenessBy: likeness.by,
    mostAlike: pairs[0],
  };
}
