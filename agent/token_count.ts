/**
 * Adds up what models report.
 *
 * @module
 */
import type { LanguageModelUsage } from "ai";
import type { TokenCount } from "./agent_event.ts";

/** No tokens yet. */
export const NO_TOKENS: TokenCount = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** One call's usage; null where the model reported none. */
export function tokensOf(usage: LanguageModelUsage): TokenCount {
  return {
    input_tokens: usage.inputTokens ?? null,
    output_tokens: usage.outputTokens ?? null,
    total_tokens: usage.totalTokens ?? null,
  };
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
  const sum = (x: number | null, y: number | null) => x === null || y === null ? null : x + y;
  return {
    input_tokens: sum(a.input_tokens, b.input_tokens),
    output_tokens: sum(a.output_tokens, b.output_tokens),
    total_tokens: sum(a.total_tokens, b.total_tokens),
  };
}
