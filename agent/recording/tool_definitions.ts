/**
 * Tools as a model sees them.
 *
 * @module
 */
import { asSchema } from "ai";
import type { JsonObject, ToolTable } from "../../tools/types.ts";
import type { RecordedTool } from "./recording.ts";

/**
 * What a model is told of each tool: name, description, parameters.
 *
 * @param table The tools, in the order of the model's table.
 *
 * @example
 * ```ts
 * (await toolDefinitions(registry.getAll()))[0].name; // "agent_ask_to_user"
 * ```
 */
export async function toolDefinitions(table: ToolTable): Promise<RecordedTool[]> {
  return await Promise.all(
    Object.entries(table).map(async ([name, { description, inputSchema }]) => {
      const { $schema: _, ...parameters } = await asSchema(inputSchema).jsonSchema as JsonObject;
      const text = typeof description === "string" ? description : "";
      return { name, description: text.split("\n"), parameters };
    }),
  );
}
