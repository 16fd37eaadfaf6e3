/**
 * Compares what a model was told of its tools with what it is told now.
 *
 * @module
 */
import type { RecordedTool } from "../recording/recording.ts";
import { compareValues } from "./compare_values.ts";
import type { Difference } from "./difference.ts";
import { Renamings } from "./renamings.ts";

/**
 * Compares tables of tools. Their order counts for nothing here.
 *
 * @param recorded What was recorded.
 * @param now The table of now.
 *
 * @example
 * ```ts
 * compareDefinitions(recording.tools, await toolDefinitions(registry.getAll()));
 * ```
 */
export function compareDefinitions(
  recorded: readonly RecordedTool[],
  now: readonly RecordedTool[],
): Difference[] {
  const today = new Map(now.map((tool) => [tool.name, tool]));
  const before = new Set(recorded.map(({ name }) => name));
  return [
    ...recorded.flatMap((tool) => compareTool(tool, today.get(tool.name))),
    ...now.filter(({ name }) => !before.has(name)).map(({ name }) => ({
      kind: "table" as const,
      tool: name,
      path: "tool",
      now: name,
    })),
  ];
}

function compareTool(recorded: RecordedTool, now: RecordedTool | undefined): Difference[] {
  const { name, ...before } = recorded;
  if (!now) return [{ kind: "table", tool: name, path: "tool", recorded: name }];
  const { name: _, ...after } = now;
  const nothing = { isVolatile: () => false, renamings: new Renamings() };
  return compareValues(before, after, nothing).map(({ path, ...values }) => ({
    kind: isDescription(path) ? "description" : "schema",
    tool: name,
    path: path.join("."),
    ...values,
  }));
}

/** Of the tool or of a field; a field may be called so as well. */
function isDescription(path: readonly string[]): boolean {
  return path[0] === "description" || (path.at(-1) === "description" && path.at(-2) !== "properties");
}
