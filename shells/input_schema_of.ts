/**
 * What a tool takes, as the AI SDK reads it. Imported when a call needs it and not before: the SDK is the slowest thing
 * there is to load, and no call comes before a model has been asked.
 *
 * @module
 */
import { asSchema } from "ai";
import type { AgentTool } from "../tools/types.ts";

/**
 * The schema of a tool's input.
 *
 * @param tool The tool.
 *
 * @example
 * ```ts
 * const { inputSchemaOf } = await import("./input_schema_of.ts");
 * await inputSchemaOf(tool).jsonSchema; // { type: "object", … }
 * ```
 */
export function inputSchemaOf(tool: Pick<AgentTool, "inputSchema">): ReturnType<typeof asSchema> {
  return asSchema(tool.inputSchema);
}
