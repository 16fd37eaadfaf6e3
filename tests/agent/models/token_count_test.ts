import { assertEquals } from "@std/assert";
import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { tokensOf } from "../../../agent/models/token_count.ts";
import { UNKNOWN } from "../../_support/token_counts.ts";

function usage(total: number | undefined, cacheRead?: number): LanguageModelV4Usage {
  return {
    inputTokens: { total, noCache: undefined, cacheRead, cacheWrite: undefined },
    outputTokens: { total: 20, text: undefined, reasoning: undefined },
  };
}

Deno.test("tokensOf() gives what was reported, and null for what was not (T33)", () => {
  assertEquals(tokensOf(usage(100, 60)), {
    ...UNKNOWN,
    input_tokens: 100,
    output_tokens: 20,
    total_tokens: 120,
    cache_read_tokens: 60,
  });
  assertEquals(tokensOf(usage(undefined)), { ...UNKNOWN, output_tokens: 20 });
});

Deno.test("tokensOf() takes what can be no count for none: a fraction, less than nothing, more than there can be", () => {
  for (const odd of [100.5, -1, NaN, Infinity, 2 ** 53]) {
    assertEquals(tokensOf(usage(odd, odd)).input_tokens, null, String(odd));
    assertEquals(tokensOf(usage(odd, odd)).cache_read_tokens, null, String(odd));
    assertEquals(tokensOf(usage(odd)).output_tokens, 20);
  }
});
