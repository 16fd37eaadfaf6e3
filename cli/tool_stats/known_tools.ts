/**
 * The tools of a table as statistics look at them.
 *
 * @module
 */
import { asSchema } from "ai";
import { estimateToolTokens } from "../../agent/estimate_tool_tokens.ts";
import { NEVER_SWITCHED_OFF } from "../../agent/default_shells.ts";
import type { ToolTable } from "../../tools/types.ts";
import type { KnownTool } from "./tool_statistics.ts";

/**
 * What each tool costs in a prompt, and whether it may well be never called.
 *
 * @param table The tools.
 *
 * @example
 * ```ts
 * const known = await knownTools(agent.registry.getAll());
 * known.get("kb_query")?.tokens;
 * ```
 */
export async function knownTools(table: ToolTable): Promise<Map<string, KnownTool>> {
  const entries = Object.entries(table).map(async ([name, { description = "", inputSchema, traits }]) => {
    const tokens = estimateToolTokens({
      name,
      // A foreign tool may make its description anew for each request; what it will be is not known here.
      description: typeof description === "string" ? description : "",
      parameters: await asSchema(inputSchema).jsonSchema,
    });
    const isLastResort = traits.interactive === true || NEVER_SWITCHED_OFF.includes(name);
    return [name, { tokens, isLastResort }] as const;
  });
  return new Map(await Promise.all(entries));
}
