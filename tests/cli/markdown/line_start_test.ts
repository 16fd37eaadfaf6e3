import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { lineStart } from "../../../cli/markdown/line_start.ts";

for (
  const [line, expected] of [
    ["", { kind: "blank" }],
    [" \t", { kind: "blank" }],
    ["订单", { kind: "text", length: 0, indent: 0 }],
    ["\t b", { kind: "text", length: 2, indent: 5 }],
    ["# Title", { kind: "heading", length: 2, level: 1 }],
    ["###### a", { kind: "heading", length: 7, level: 6 }],
    ["####### a", { kind: "text", length: 0, indent: 0 }],
    ["#tag", { kind: "text", length: 0, indent: 0 }],
    ["```ts", { kind: "fence", length: 0, marks: "```" }],
    ["  ~~~~", { kind: "fence", length: 2, marks: "~~~~" }],
    ["```a``` b", { kind: "text", length: 0, indent: 0 }],
    ["| a | b |", { kind: "table" }],
    ["---", { kind: "rule" }],
    ["* * *", { kind: "rule" }],
    ["- a", { kind: "item", length: 2, indent: 0, bullet: "•" }],
    ["  * a", { kind: "item", length: 4, indent: 2, bullet: "•" }],
    ["12. a", { kind: "item", length: 4, indent: 0, bullet: "12." }],
    ["3) a", { kind: "item", length: 3, indent: 0, bullet: "3)" }],
    ["- [ ] a", { kind: "item", length: 6, indent: 0, bullet: "☐" }],
    ["- [X] a", { kind: "item", length: 6, indent: 0, bullet: "☑" }],
    ["- ```js", { kind: "item", length: 2, indent: 0, bullet: "•", fence: "```" }],
    ["1. [x] ~~~~", { kind: "item", length: 7, indent: 0, bullet: "☑", fence: "~~~~" }],
    ["- ```a``` b", { kind: "item", length: 2, indent: 0, bullet: "•" }],
    ["- [1] a", { kind: "item", length: 2, indent: 0, bullet: "•" }],
    ["-a", { kind: "text", length: 0, indent: 0 }],
    ["-", { kind: "text", length: 0, indent: 0 }],
    ["**bold**", { kind: "text", length: 0, indent: 0 }],
    ["1.5 kg", { kind: "text", length: 0, indent: 0 }],
    ["2026 年", { kind: "text", length: 0, indent: 0 }],
  ] as const
) {
  Deno.test(`lineStart() sees what ${JSON.stringify(line)} is`, () => {
    assertEquals(lineStart(line, true), expected);
  });
}

Deno.test("lineStart() waits while more could change it, and no longer", () => {
  for (
    const begun of [
      " ",
      "#",
      "##",
      "``",
      "-",
      "- ",
      "- - ",
      "*",
      "**",
      "1",
      "12.",
      "- [",
      "- [x] ",
      "+ ",
      "- `",
      "1. ~~",
    ]
  ) {
    assertEquals(lineStart(begun, false), undefined, begun);
  }
  for (const begun of ["a", "订", "#t", "`c", "-5", "*a", "1 ", "- a", "- [1", "__i", "- `c", "- ~~a"]) {
    assertEquals(lineStart(begun, false)?.kind, lineStart(`${begun}…`, true)?.kind, begun);
  }
});

Deno.test("what lineStart() has said of a beginning stays true (property)", () => {
  const marks = fc.constantFrom(..."#-*_+`~|[]xX1.) \t", "a", "订");
  const line = fc.array(marks, { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(fc.property(line, fc.nat({ max: 12 }), (text, length) => {
    const early = lineStart(text.slice(0, length), false);
    // These wait for the end of their line anyway, and are asked again there.
    if (early === undefined || early.kind === "fence" || early.kind === "heading" || "fence" in early) return;
    assertEquals(early, lineStart(text, true));
  }));
});
