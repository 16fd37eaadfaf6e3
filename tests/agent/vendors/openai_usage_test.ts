import { assertEquals } from "@std/assert";
import { openAiUsage } from "../../../agent/vendors/openai_usage.ts";

Deno.test("openAiUsage() splits what the server splits", () => {
  assertEquals(
    openAiUsage({
      prompt_tokens: 100,
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    }),
    {
      inputTokens: { total: 100, noCache: 40, cacheRead: 60, cacheWrite: undefined },
      outputTokens: { total: 20, text: 15, reasoning: 5 },
    },
  );
});

Deno.test("openAiUsage() knows DeepSeek's name for what its cache gave", () => {
  const { inputTokens } = openAiUsage({
    prompt_tokens: 100,
    completion_tokens: 1,
    prompt_cache_hit_tokens: 64,
  });
  assertEquals([inputTokens.noCache, inputTokens.cacheRead], [36, 64]);
});

Deno.test("openAiUsage() leaves unknown what nobody says", () => {
  const unknown = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  assertEquals(openAiUsage(undefined), unknown);
  assertEquals(openAiUsage(null), unknown);
  assertEquals(openAiUsage({ prompt_tokens: 3, completion_tokens: 4 }), {
    inputTokens: { ...unknown.inputTokens, total: 3 },
    outputTokens: { ...unknown.outputTokens, total: 4 },
  });
});
