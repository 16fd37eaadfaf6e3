import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cutToWidth, padToWidth, textWidth } from "../../../cli/text/text_width.ts";

Deno.test("textWidth() counts a Han character twice, and what stands above another not at all", () => {
  assertEquals(["", "abc", "订单 A-1", "ｶﾅ", "，", "e\u0301"].map(textWidth), [0, 3, 8, 2, 2, 1]);
});

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

Deno.test("cutToWidth() leaves out what does not fit, and says so", () => {
  assertEquals(cutToWidth("订单状态", 8), "订单状态");
  assertEquals(cutToWidth("订单状态", 7), "订单状…");
  assertEquals(cutToWidth("订单状态", 6), "订单…");
  assertEquals(cutToWidth("abc", 1), "…");
  assertEquals(cutToWidth("", 1), "");
});

Deno.test("padToWidth() gives just as many columns as are wanted", () => {
  assertEquals([padToWidth("完成", 6), padToWidth("订单状态", 6), padToWidth("订单状态", 5)], [
    "完成  ",
    "订单… ",
    "订单…",
  ]);
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
    assert(textWidth(cutToWidth(text, columns)) <= columns);
    assertEquals(textWidth(padToWidth(text, columns)), columns);
  }));
});
