import { assertEquals } from "@std/assert";
import { splitQuotes } from "../../../cli/markdown/split_quotes.ts";

Deno.test("splitQuotes() counts the marks, with and without blanks between them", () => {
  assertEquals(splitQuotes("> > 退款"), { quotes: [">", ">"], rest: "退款" });
  assertEquals(splitQuotes(">>a > b"), { quotes: [">", ">"], rest: "a > b" });
  assertEquals(splitQuotes("   >  code"), { quotes: [">"], rest: " code" });
});

Deno.test("splitQuotes() leaves a line alone that stands in no quote, or too far in", () => {
  assertEquals(splitQuotes("a > b"), { quotes: [], rest: "a > b" });
  assertEquals(splitQuotes("    > code"), { quotes: [], rest: "    > code" });
  assertEquals(splitQuotes(""), { quotes: [], rest: "" });
});
