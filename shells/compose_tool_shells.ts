/**
 * Puts shells around a whole table of tools.
 *
 * @module
 */
import type { ToolTable } from "../tools/types.ts";
import type { Shell } from "./shell.ts";

/**
 * Wraps every tool of a table: the order of the list is the order of interception, the first shell is outermost.
 *
 * @param tools The table; never changed. An empty list of shells gives its tools back as they are.
 * @param shells The shells, outermost first.
 * @returns A new table with the same names in the same order.
 *
 * @example
 * ```ts
 * const safe = composeToolShells(registry.getAll(), [friendlyErrors({ language }), timeout({ limitMs: 30_000, clock })]);
 * ```
 */
export function composeToolShells(tools: ToolTable, shells: readonly Shell[]): ToolTable {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      shells.reduceRight((inner, shell) => shell(inner, { name }), tool),
    ]),
  );
}
