import { assertEquals } from "@std/assert";
import { estimateTextTokens } from "../../agent/estimate_text_tokens.ts";

Deno.test("estimateTextTokens() counts four Latin characters or one other as a token", () => {
  assertEquals(estimateTextTokens(""), 0);
  assertEquals(estimateTextTokens("Order 订单"), 4);
  assertEquals(estimateTextTokens("abcde"), 2);
  assertEquals(estimateTextTokens("订单号。"), 4);
});
