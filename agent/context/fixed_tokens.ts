/**
 * What goes with every request, whatever was said.
 *
 * @module
 */
import { asSchema, type ToolSet } from "ai";
import { estimateTokens } from "../../kb/estimate_tokens.ts";

/**
 * Estimates the tokens of instructions and tools.
 *
 * @param instructions The instructions.
 * @param tools The tools, as the model gets them.
 *
 * @example
 * ```ts
 * await fixedTokens("Be brief.", {}); // 6
 * ```
 */
export async function fixedTokens(instructions: string, tools: ToolSet): Promise<number> {
  const texts = await Promise.all(
    Object.entries(tools).map(async ([name, { description, inputSchema }]) =>
      `${name} ${description ?? ""} ${JSON.stringify(await asSchema(inputSchema).jsonSchema)}`
    ),
  );
  return [instructions, ...texts].reduce((sum, text) => sum + estimateTokens(text), 0);
}
