/**
 * Describes tools in a few words.
 *
 * @module
 */
import type { Agent } from "../agent/assemble_agent.ts";
import type { Wording } from "./wording.ts";

/**
 * One line per tool, in the order that the model sees: name, kind, risk, whether it asks first, other names.
 *
 * @param agent The agent whose tools they are.
 * @param wording In which language.
 *
 * @example
 * ```ts
 * await output.write(toolLines(agent, wordingOf("en")).join("\n"));
 * ```
 */
export function toolLines({ registry, policy }: Agent, wording: Wording): string[] {
  const entries = Object.entries(registry.getAll());
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, { traits }]) => {
    const marks = [
      traits.kind === "read" ? wording.reads : wording.writes,
      ...(traits.risk === "high" ? [wording.highRisk] : []),
      ...(policy.guards({ name, traits }) ? [wording.asksFirst] : []),
      ...(traits.aliases.length > 0 ? [wording.aliases(traits.aliases.join(", "))] : []),
    ];
    return `${name.padEnd(width)}  ${marks.join(" · ")}`;
  });
}
