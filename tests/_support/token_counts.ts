/**
 * Counts of tokens without their splits.
 *
 * @module
 */
import type { TokenCount } from "../../agent/agent_event.ts";
import { NO_TOKENS } from "../../agent/models/token_count.ts";

/** Nothing is known. */
export const UNKNOWN: TokenCount = {
  input_tokens: null,
  output_tokens: null,
  total_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  reasoning_tokens: null,
};

/** So many tokens in and out, nothing cached and nothing thought. */
export function counted(input: number, output: number): TokenCount {
  return { ...NO_TOKENS, input_tokens: input, output_tokens: output, total_tokens: input + output };
}
