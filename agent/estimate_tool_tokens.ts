/**
 * Estimates what a tool costs in every request to a model.
 *
 * @module
 */
import { estimateTextTokens } from "./estimate_text_tokens.ts";

/** What a model is told of a tool. */
export interface ToldTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly parameters: unknown;
}

/**
 * About how many tokens a tool costs in each request. For the program's own tools the estimate is between 5 % below and
 * 8 % above what OpenAI's `cl100k_base` counts.
 *
 * @param tool What a model is told of it.
 *
 * @example
 * ```ts
 * estimateToolTokens({ name: "server_query", description: "Is a server up?", parameters: { type: "object" } }); // 12
 * ```
 */
export function estimateToolTokens({ name, description, parameters }: ToldTool): number {
  return estimateTextTokens(`${name}\n${description}\n${JSON.stringify(parameters)}`);
}
