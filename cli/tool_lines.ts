/**
 * Describes tools in a few words.
 *
 * @module
 */
import type { Agent } from "../agent/assemble_agent.ts";

/**
 * One line per tool, in the order that the model sees: name, kind, risk, whether it asks first, other names.
 *
 * @param agent The agent whose tools they are.
 *
 * @example
 * ```ts
 * await output.write(toolLines(agent).join("\n"));
 * ```
 */
export function toolLines({ registry, policy }: Agent): string[] {
  const entries = Object.entries(registry.getAll());
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, { traits }]) => {
    const marks = [
      traits.kind,
      ...(traits.risk === "high" ? ["high risk"] : []),
      ...(policy.guards({ name, traits }) ? ["asks first"] : []),
      ...(traits.aliases.length > 0 ? [`also ${traits.aliases.join(", ")}`] : []),
    ];
    return `${name.padEnd(width)}  ${marks.join(" · ")}`;
  });
}
