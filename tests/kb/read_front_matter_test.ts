import { assertEquals } from "@std/assert";
import { readFrontMatter } from "../../kb/read_front_matter.ts";

function read(...matter: string[]): unknown {
  return readFrontMatter(["---", ...matter, "---", "Text."]);
}

Deno.test("readFrontMatter() reads titles in the ways that YAML writes them", () => {
  for (
    const lines of [
      ["title: 退款 policy"],
      ['title: "退款 policy" # new'],
      ["title: '退款 policy'"],
      ['Title : "\\u9000款 policy"'],
      ["title: >-", "  退款", "  policy"],
      ["title:", "  退款 policy"],
      ["title: 退款 policy # new"],
    ]
  ) {
    assertEquals(read(...lines), { end: lines.length + 2, title: "退款 policy" }, lines[0]);
  }
  assertEquals(read("title: 'it''s'"), { end: 3, title: "it's" });
  assertEquals(read("subtitle: x", "title:", "tags: [a]"), { end: 5 });
});

Deno.test("readFrontMatter() reads dates, with and without a time and its zone", () => {
  for (
    const [date, dateMs] of [
      ["2026-03-01", 1_772_323_200_000],
      ["2026/3/1", 1_772_323_200_000],
      ['"2026-03-01"', 1_772_323_200_000],
      ["2026-03-01 08:30", 1_772_353_800_000],
      ["2026-03-01T08:30:15Z", 1_772_353_815_000],
      ["2026-03-01 8:30:15 +08:00", 1_772_325_015_000],
    ] as const
  ) {
    assertEquals(read(`date: ${date}`), { end: 3, dateMs }, date);
  }
  assertEquals(read("lastmod: 2026-03-01"), { end: 3, dateMs: 1_772_323_200_000 });
});

Deno.test("readFrontMatter() passes over dates that are none", () => {
  for (const date of ["soon", "2026-02-31", "2026-13-01", "2026", ""]) {
    assertEquals(read(`date: ${date}`), { end: 3 }, date);
  }
});

Deno.test("readFrontMatter() sees front matter that begins with a key in any script", () => {
  assertEquals(readFrontMatter(["---", "分类: 制度", "title: 退款政策", "---", "七天。"]), {
    end: 4,
    title: "退款政策",
  });
});

Deno.test("readFrontMatter() takes prose between two rules for no front matter", () => {
  const prose = ["---", "Note: read this first.", "It concerns all of us.", "", "---", "Text."];
  assertEquals(readFrontMatter(prose), { end: 0 });
  const yaml = [
    "---",
    "title: x",
    "# no",
    "tags: [",
    "  a,",
    "]",
    "list:",
    "- b",
    "-",
    "多 词: y",
    "",
    "---",
  ];
  assertEquals(readFrontMatter(yaml), { end: 12, title: "x" });
});

Deno.test("readFrontMatter() sees none where there is none", () => {
  for (const lines of [["Text."], ["---", "Text.", "---"], ["---", "title: x"], []]) {
    assertEquals(readFrontMatter(lines), { end: 0 });
  }
});
