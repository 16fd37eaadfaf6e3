import { assertEquals } from "@std/assert";
import { charWidth, textWidth } from "../../../cli/markdown/char_width.ts";

for (
  const [text, width] of [
    ["", 0],
    ["order A-1024", 12],
    ["订单 A-1024", 11],
    ["（，。）", 8],
    ["한글かな", 8],
    ["e\u0301", 1],
    ["😀", 2],
    ["👨‍👩‍👧", 2],
    ["👍🏽", 2],
    ["🇨🇳🇩🇪", 4],
    ["\u200b\ufeff", 0],
    ["—…“”·", 5],
    ["ｱﾞ", 2],
    ["𠮷", 2],
  ] as const
) {
  Deno.test(`${JSON.stringify(text)} takes ${width} columns (T37)`, () => {
    assertEquals(textWidth(text), width);
  });
}

Deno.test("what joins the character before it takes no column of its own (T37)", () => {
  assertEquals([charWidth("👩"), charWidth("👩", "\u200d"), charWidth("\u200d", "👩")], [2, 0, 0]);
  assertEquals(charWidth("\u0007"), 0);
});
