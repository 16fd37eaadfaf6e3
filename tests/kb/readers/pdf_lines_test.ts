import { assertEquals } from "@std/assert";
import { dropRunningHeads } from "../../../kb/readers/drop_running_heads.ts";
import { pdfParagraphs } from "../../../kb/readers/pdf_lines.ts";

/** A line of text that ends where the page's width ends. */
function line(str: string, y: number, height = 12) {
  return { str, hasEOL: true, height, transform: [height, 0, 0, height, 72, y] };
}

Deno.test("pdfParagraphs() joins the lines of a paragraph: Han without a space, broken words without a hyphen", () => {
  assertEquals(
    pdfParagraphs([
      line("七个工作", 700),
      line("日内到账。", 685),
      line("In full. Re-", 670),
      line("funds only.", 655),
    ]),
    [
      "七个工作日内到账。 In full. Refunds only.",
    ],
  );
  assertEquals(pdfParagraphs([line("ISO-", 700), line("9001", 685)]), ["ISO- 9001"]);
});

Deno.test("pdfParagraphs() begins a paragraph at a gap, another size, an item of a list, and the next column", () => {
  const items = [
    line("Refunds", 760, 20),
    line("First.", 730),
    line("Second.", 700),
    line("• one", 685),
    line("2) two", 670),
    line("Right column.", 730),
  ];
  assertEquals(pdfParagraphs(items), ["Refunds", "First.", "Second.", "• one", "2) two", "Right column."]);
});

Deno.test("pdfParagraphs() makes nothing of nothing", () => {
  assertEquals(pdfParagraphs([]), []);
  assertEquals(pdfParagraphs([line("  ", 700), { ...line("", 685), hasEOL: false }]), []);
});

Deno.test("dropRunningHeads() drops page numbers in the forms that people give them", () => {
  for (const number of ["1", "- 2 -", "iv", "Page 3", "Page 3 of 9", "3 / 9", "第 3 页", "第3页 共9页"]) {
    assertEquals(dropRunningHeads([["Text.", number]]), [["Text."]], number);
    assertEquals(dropRunningHeads([[number, "Text."]]), [["Text."]], number);
  }
  assertEquals(dropRunningHeads([["Text.", "3", "More."], ["In 2026", "we moved"]]), [
    ["Text.", "3", "More."],
    ["In 2026", "we moved"],
  ]);
});

Deno.test("dropRunningHeads() drops what stands at the edge of most pages, whatever its number", () => {
  assertEquals(dropRunningHeads([["Handbook 1", "a"], ["Handbook 2", "b"], ["Handbook 3", "c"]]), [["a"], [
    "b",
  ], ["c"]]);
  assertEquals(dropRunningHeads([["Draft", "a"], ["Draft"], ["Draft", "c"]]), [["a"], ["Draft"], ["c"]]);
  const two = [["Handbook 1", "a"], ["Handbook 2", "b"], ["Other", "c"]];
  assertEquals(dropRunningHeads(two), two);
});
