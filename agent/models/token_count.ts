/**
 * Adds up what models report.
 *
 * @module
 */
import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { TokenCount } from "../agent_event.ts";

/** No tokens yet. */
export const NO_TOKENS: TokenCount = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
};

/** Tokens that were used and that nobody counted. */
export const UNKNOWN_TOKENS: TokenCount = {
  input_tokens: null,
  output_tokens: null,
  total_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  reasoning_tokens: null,
};

/** One call's usage; null where the model reported none, or what can be no count. */
export function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenCount {
  const [input, output] = [countOf(inputTokens.total), countOf(outputTokens.total)];
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: sum(input, output),
    cache_read_tokens: countOf(inputTokens.cacheRead),
    cache_write_tokens: countOf(inputTokens.cacheWrite),
    reasoning_tokens: countOf(outputTokens.reasoning),
  };
}

/** Gateways that reckon with prices report fractions, and whoever subtracts wrongly less than nothing. */
function countOf(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}

/**
 * The sum of two counts; unknown plus anything is unknown, because a wrong total is worse than none.
 *
 * @example
 * ```ts
 * addTokens(NO_TOKENS, tokensOf(usage));
 * ```
 */
export function addTokens(a: TokenCount, b: TokenCount): TokenCount {
  return {
    input_tokens: sum(a.input_tokens, b.input_tokens),
    output_tokens: sum(a.output_tokens, b.output_tokens),
    total_tokens: sum(a.total_tokens, b.total_tokens),
    cache_read_tokens: sum(a.cache_read_tokens, b.cache_read_tokens),
    cache_write_tokens: sum(a.cache_write_tokens, b.cache_write_tokens),
    reasoning_tokens: sum(a.reasoning_tokens, b.reasoning_tokens),
  };
}

function sum(x: number | null, y: number | null): number | null {
  return x === null || y === null ? null : x + y;
}
