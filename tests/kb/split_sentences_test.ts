import { assertEquals } from "@std/assert";
import { splitSentences } from "../../kb/split_sentences.ts";

Deno.test("splitSentences() cuts behind Chinese stops and the quotes that close behind them (K18)", () => {
  assertEquals(splitSentences("可以退款。真的吗？！他说：“可以。”好；走"), [
    "可以退款。",
    "真的吗？！",
    "他说：“可以。”",
    "好；",
    "走",
  ]);
});

Deno.test("splitSentences() keeps numbers, versions, file names and abbreviations whole", () => {
  assertEquals(
    splitSentences("Use v1.0.21 or kb.sqlite, e.g. at Dr. J. Smith's. It costs 3.5 yuan! Right?"),
    [
      "Use v1.0.21 or kb.sqlite, e.g. at Dr. J. Smith's. ",
      "It costs 3.5 yuan! ",
      "Right?",
    ],
  );
});

Deno.test("splitSentences() does not cut a stop from the mark that combines with it (K18)", () => {
  assertEquals(splitSentences("好。\u0301的。完"), ["好。\u0301的。", "完"]);
});

Deno.test("splitSentences() loses nothing of a text without stops", () => {
  assertEquals(splitSentences("没有句号"), ["没有句号"]);
  assertEquals(splitSentences(""), []);
});
