/**
 * Tools that a model takes for each other.
 *
 * @module
 */
import { parseDescription } from "../../agent/offline/parse_description.ts";
import type { Finding, LintedTool } from "./finding.ts";
import type { Likeness } from "./likeness.ts";

/** How alike two tools are. */
export interface ToolPair {
  readonly tools: readonly [string, string];
  /** Two digits. */
  readonly likeness: number;
}

/**
 * Compares what speaks for each tool, and its examples; what speaks against it names other tools and says nothing.
 *
 * @param tools The tools.
 * @param likeness What to compare by.
 * @returns All pairs, the most alike first.
 *
 * @example
 * ```ts
 * (await toolPairs(tools, likenessByWords()))[0]; // { tools: ["order_query_status", "order_query_with_tracking"], likeness: 0.41 }
 * ```
 */
export async function toolPairs(tools: readonly LintedTool[], likeness: Likeness): Promise<ToolPair[]> {
  const measure = await likeness.measure(tools.map(positiveText));
  const pairs = tools.flatMap(({ name }, i) =>
    tools.slice(i + 1).map(({ name: other }, offset): ToolPair => ({
      tools: [name, other],
      likeness: Number(measure(i, i + 1 + offset).toFixed(2)),
    }))
  );
  return pairs.sort((a, b) => b.likeness - a.likeness);
}

/**
 * Finds the pairs that are too much alike.
 *
 * @param pairs All pairs.
 * @param limits From where on.
 *
 * @example
 * ```ts
 * overlapRules(pairs, { alike: 0.4, tooAlike: 0.75 });
 * ```
 */
export function overlapRules(
  pairs: readonly ToolPair[],
  limits: Pick<Likeness, "alike" | "tooAlike">,
): Finding[] {
  return pairs.filter(({ likeness }) => likeness >= limits.alike).map((
    { tools: [tool, other], likeness },
  ) => ({
    level: likeness >= limits.tooAlike ? "error" : "warning",
    rule: "descriptions_alike",
    tool,
    message: {
      en: `its description is to ${
        likeness.toFixed(2)
      } that of ${other}: say what tells them apart, or merge them`,
      zh: `说明与 ${other} 的相似度为 ${likeness.toFixed(2)}：请写明区别，或合并成一个`,
    },
  }));
}

function positiveText({ name, description }: LintedTool): string {
  const { positive, examples } = parseDescription(description);
  return positive === "" ? name.replaceAll("_", " ") : [positive, ...examples].join("\n");
}
