import { assertEquals } from "@std/assert";
import { readPlainSections } from "../../kb/read_plain_sections.ts";

/** The sections as `[path, lines]`. */
function sectionsOf(text: string): [string, string][] {
  return readPlainSections(text).sections.map(({ path, blocks }) => [
    path.join(" › "),
    blocks.map(({ lines }) => lines.join("/")).join(" | "),
  ]);
}

Deno.test("readPlainSections() takes numbered lines of their own for headings, and the line above them for the title", () => {
  assertEquals(sectionsOf("办公室须知\n\n一、开门时间\n\n八点开门。\n\n二、访客\n\n先登记。\n要带证件。\n"), [
    ["办公室须知 › 一、开门时间", "八点开门。"],
    ["办公室须知 › 二、访客", "先登记。/要带证件。"],
  ]);
  assertEquals(sectionsOf("1. Ways to pay\n\nCards.\n\n2. Cancelling\r\n\r\nWithin an hour."), [
    ["1. Ways to pay", "Cards."],
    ["2. Cancelling", "Within an hour."],
  ]);
});

Deno.test("readPlainSections() takes a numbered line at the head of a paragraph for its heading", () => {
  assertEquals(sectionsOf("第一章 总则\n本制度适用于全体员工。"), [[
    "第一章 总则",
    "本制度适用于全体员工。",
  ]]);
});

Deno.test("readPlainSections() leaves numbered sentences, long lines and plain texts alone", () => {
  assertEquals(sectionsOf("1. Open the app, then tap Orders.\n\n2. Tap Cancel."), [
    ["", "1. Open the app, then tap Orders. | 2. Tap Cancel."],
  ]);
  assertEquals(sectionsOf(`一、${"很".repeat(50)}\n\n正文。`), [["", `一、${"很".repeat(50)} | 正文。`]]);
  assertEquals(sectionsOf("Notes\n\nJust text.\n\n2026 was a good year"), [[
    "",
    "Notes | Just text. | 2026 was a good year",
  ]]);
});

Deno.test("readPlainSections() keeps a heading with nothing below it", () => {
  assertEquals(sectionsOf("一、门禁\n\n二、访客\n\n先登记。"), [["一、门禁", ""], ["二、访客", "先登记。"]]);
});

Deno.test("readPlainSections() takes a version or a decimal on a line of its own for no heading", () => {
  for (const line of ["1.0.21", "3.14", "2.5kg"]) {
    assertEquals(readPlainSections(`${line}\nword`).sections.map(({ path }) => path), [[]]);
  }
});

Deno.test("readPlainSections() makes the same of a text whatever its line ends are", () => {
  const text = "一、门禁\n刷卡进门。\n1. 开门\n2. 关门\n \n二、访客\n先登记。";
  const expected: [string, string][] = [
    ["一、门禁", "刷卡进门。/1. 开门/2. 关门"],
    ["二、访客", "先登记。"],
  ];
  assertEquals(sectionsOf(text), expected);
  assertEquals(sectionsOf(text.replaceAll("\n", "\r\n")), expected);
  assertEquals(sectionsOf(text.replaceAll("\n", "\r")), expected);
});
