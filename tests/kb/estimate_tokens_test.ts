import { assertEquals } from "@std/assert";
import { estimateTokens } from "../../kb/estimate_tokens.ts";

Deno.test("estimateTokens() counts Han characters, digits and marks as one, words at half their letters", () => {
  assertEquals(estimateTokens("退款，7 天"), 5);
  assertEquals(estimateTokens("refunds a b"), 6);
});

Deno.test("estimateTokens() counts keys and hashes letter by letter (K17)", () => {
  assertEquals(estimateTokens("abcdefghijklmnopqrstuvwxyz"), 26);
});

Deno.test("estimateTokens() counts the letters of Hangul syllables, which the model takes apart (K17)", () => {
  assertEquals([estimateTokens("가"), estimateTokens("각"), estimateTokens("회사 A")], [2, 3, 2 + 2 + 1]);
});
