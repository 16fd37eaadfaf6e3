import { assertEquals } from "@std/assert";
import { matchModel } from "../../../agent/models/match_model.ts";
import { type ModelRules, modelTerms, NO_MODEL_RULES } from "../../../agent/models/model_rules.ts";

function termsOf(spec: string, rules: Partial<ModelRules>) {
  return modelTerms(spec, { ...NO_MODEL_RULES, ...rules });
}

Deno.test("matchModel() goes from the widest pattern to the narrowest", () => {
  const table = { "openai:gpt-4o": 4, "openai:gpt-4*": 3, "*": 1, "openai:*": 2, "zhipu:*": 9 };
  assertEquals(matchModel(table, "openai:gpt-4o"), [1, 2, 3, 4]);
  assertEquals(matchModel(table, "openai:gpt-4o-mini"), [1, 2, 3]);
  assertEquals(matchModel(table, "offline"), [1]);
});

Deno.test("modelTerms() lets the narrowest pattern win field by field, and a flag win over all", () => {
  const { tuning } = termsOf("openai:m", {
    tuning: { temperature: 1, topP: 0.9, headers: { a: "1", b: "1" } },
    tuningOf: {
      "openai:m": { maxOutputTokens: 10 },
      "openai:*": { temperature: 0.5, maxOutputTokens: 99, headers: { b: "2" } },
    },
    override: { temperature: 0 },
  });
  assertEquals(tuning, { temperature: 0, topP: 0.9, maxOutputTokens: 10, headers: { a: "1", b: "2" } });
});

Deno.test("modelTerms() takes headers of one name in another case for one header", () => {
  const { tuning } = termsOf("openai:m", {
    tuning: { headers: { "X-Team": "1" } },
    tuningOf: { "openai:*": { headers: { "x-team": "2" } }, "openai:m": { headers: { "X-Team": "3" } } },
  });
  assertEquals(tuning.headers, { "X-Team": "3" });
});

Deno.test("modelTerms() knows the windows of well-known models, and takes another word for them", () => {
  assertEquals(termsOf("openai:gpt-4o-mini", {}).contextWindow, 128_000);
  assertEquals(termsOf("openai:gpt-4.1-nano", {}).contextWindow, 1_047_576);
  assertEquals(termsOf("ollama:qwen3:8b", {}).contextWindow, undefined);
  const contextWindows = { "ollama:*": 4_096, "ollama:qwen3*": 32_768, "openai:gpt-4o": 64_000 };
  assertEquals(termsOf("ollama:qwen3:8b", { contextWindows }).contextWindow, 32_768);
  assertEquals(termsOf("openai:gpt-4o", { contextWindows }).contextWindow, 64_000);
});

Deno.test("modelTerms() finds the price of the narrowest pattern, and none where none is set", () => {
  const prices = { "openai:*": { input: 1, output: 2 }, "openai:m": { input: 3, output: 4 } };
  assertEquals(termsOf("openai:m", { prices }).price, { input: 3, output: 4 });
  assertEquals(termsOf("openai:n", { prices }).price, { input: 1, output: 2 });
  assertEquals(termsOf("zhipu:m", { prices }).price, undefined);
});
