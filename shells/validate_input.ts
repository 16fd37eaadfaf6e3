/**
 * Reads an input through a tool's schema.
 *
 * @module
 */
import { type AgentTool, type CallOptions, ToolCallError } from "../tools/types.ts";
import { misfitFields } from "./describe_misfits.ts";

/**
 * The input as the tool's schema reads it: defaults filled, unknown keys dropped.
 *
 * @param tool The tool.
 * @param name Its name, for the message.
 * @param input What a model, or a person editing it, gave.
 * @param options Of the call; is told that a misfit runs nothing.
 * @throws {ToolCallError} Of type `invalid_input`, with the schema's issues as its cause.
 *
 * @example
 * ```ts
 * await validateInput(kbQuery, "kb_query", { query: "leave", k: "5" }, options); // rejects: k is no number
 * ```
 */
export async function validateInput(
  tool: AgentTool,
  name: string,
  input: unknown,
  options: CallOptions,
): Promise<unknown> {
  const { inputSchemaOf } = await import("./input_schema_of.ts");
  const check = inputSchemaOf(tool).validate;
  if (!check) return input;
  const result = await check(input);
  if (result.success) return result.value;
  options.report?.({ attempts: 0, misfits: misfitFields(result.error) });
  throw new ToolCallError("invalid_input", `Cannot run ${name}: the input does not fit its schema`, {
    cause: result.error,
  });
}
