import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "fast-check";
import { chunkDocument, MAX_TITLE_LENGTH } from "../../kb/chunk_document.ts";
import { estimateTokens } from "../../kb/estimate_tokens.ts";

function titlesAndTexts(text: string): [string, string][] {
  return chunkDocument(text).map((chunk) => [chunk.title, chunk.text]);
}

Deno.test("chunkDocument() names each chunk by the headings above it, of either kind", () => {
  const text =
    "Travel policy\n=============\n\nFor all.\n\nHotels\n------\n\nUp to 500.\n\n### Late ##\n\nCall.\n\n## Trains\n\nSecond class.";
  assertEquals(titlesAndTexts(text), [
    ["Travel policy", "For all."],
    ["Travel policy › Hotels", "Up to 500."],
    ["Travel policy › Hotels › Late", "Call."],
    ["Travel policy › Trains", "Second class."],
  ]);
});

Deno.test("chunkDocument() sees no heading inside a code fence", () => {
  assertEquals(titlesAndTexts("# Setup\n\n```sh\n# not a heading\n\nrun\n```\n\nDone."), [
    ["Setup", "```sh\n# not a heading\n\nrun\n```\n\nDone."],
  ]);
});

Deno.test("chunkDocument() takes backticks that are closed in their own line for no fence", () => {
  assertEquals(titlesAndTexts("```npm i``` installs it.\n\n# Next\n\nText."), [
    ["", "```npm i``` installs it."],
    ["Next", "Text."],
  ]);
});

Deno.test("chunkDocument() reads headings with number signs in and behind them", () => {
  const titles = titlesAndTexts("# C# ##\n\na\n\n## # 1 #\n\nb\n\n#hashtag\n\n###\n\nc").map(([title]) =>
    title
  );
  assertEquals(titles, ["C#", "C# › # 1", "C# › # 1"]);
});

Deno.test("chunkDocument() sees a table that stands right below a paragraph (K13)", () => {
  const rows = Array.from({ length: 40 }, (_, row) => `| 城市${row} | 每晚上限五百元人民币 |`);
  const [first, ...others] = chunkDocument(
    ["各地上限：", "| 城市 | 上限 |", "|---|---|", ...rows].join("\n"),
  );
  assertEquals(first?.text.split("\n").slice(0, 4), ["各地上限：", "", "| 城市 | 上限 |", "|---|---|"]);
  assert(others.length > 0);
  for (const { text } of others) assertEquals(text.split("\n").slice(0, 2), ["| 城市 | 上限 |", "|---|---|"]);
});

Deno.test("chunkDocument() cuts a list whose items have no stops between items", () => {
  const items = Array.from({ length: 80 }, (_, at) => `- 城市${at} 每晚上限 五百元 人民币`);
  const chunks = chunkDocument(`# 酒店\n\n${items.join("\n")}`);
  assert(chunks.length > 1);
  assertEquals(chunks.flatMap(({ text }) => text.split("\n")), items);
});

Deno.test("chunkDocument() skips front matter and takes its title", () => {
  assertEquals(titlesAndTexts('---\ntitle: "退款政策"\ntags: [a]\n---\n\n## 期限\n\n七天。'), [[
    "退款政策 › 期限",
    "七天。",
  ]]);
});

Deno.test("chunkDocument() keeps text between two rules that is no front matter", () => {
  assertEquals(titlesAndTexts("---\nOnly prose here\n\n---\n"), [["", "---\nOnly prose here\n\n---"]]);
});

Deno.test("chunkDocument() merges small paragraphs of one heading", () => {
  assertEquals(titlesAndTexts("# A\n\nOne.\n\nTwo.\n\nThree."), [["A", "One.\n\nTwo.\n\nThree."]]);
});

Deno.test("chunkDocument() keeps a heading that has nothing below it as text", () => {
  assertEquals(titlesAndTexts("# A\n\n## B\n\n## C\n\nText."), [["A › B", "B"], ["A › C", "Text."]]);
});

Deno.test("chunkDocument() splits a long Chinese section between sentences into equal parts (K18)", () => {
  const sentence = `${"字".repeat(49)}。`;
  const chunks = chunkDocument(`# 长\n\n${sentence.repeat(10)}`);
  assertEquals(chunks.map((chunk) => chunk.text), [sentence.repeat(5), sentence.repeat(5)]);
  assertEquals(chunks.map((chunk) => chunk.ordinal), [0, 1]);
});

Deno.test("chunkDocument() keeps table rows whole and repeats the header above them (K13)", () => {
  const rows = Array.from({ length: 40 }, (_, row) => `| 城市${row} | 每晚上限五百元人民币 |`);
  const chunks = chunkDocument(["# 酒店", "", "| 城市 | 上限 |", "| --- | --- |", ...rows].join("\n"));
  assert(chunks.length > 1);
  for (const chunk of chunks) {
    const [header, rule, ...body] = chunk.text.split("\n");
    assertEquals([header, rule], ["| 城市 | 上限 |", "| --- | --- |"]);
    assert(body.every((row) => rows.includes(row)));
  }
  assertEquals(chunks.flatMap((chunk) => chunk.text.split("\n").slice(2)), rows);
});

Deno.test("chunkDocument() reads plain text without headings and falls back to the given title", () => {
  assertEquals(chunkDocument("# 1\n\nx", { format: "plain", fallbackTitle: "notes" }), [
    { title: "notes", text: "# 1\n\nx", ordinal: 0 },
  ]);
});

Deno.test("chunkDocument() shortens long heading paths from the outside and loses no long heading", () => {
  const long = "长".repeat(120);
  const [chunk] = chunkDocument(`# ${long}\n\nText.`);
  assertEquals(chunk?.title, `${"长".repeat(99)}…`);
  assertEquals(chunk?.text, `${long}\n\nText.`);
  const inner = chunkDocument(`# ${"外".repeat(60)}\n\n## ${"内".repeat(60)}\n\nText.`);
  assertEquals(inner.at(-1)?.title, "内".repeat(60));
});

Deno.test("chunkDocument() splits a sentence without stops at the bound (K17)", () => {
  const lengths = chunkDocument("字".repeat(1000)).map((chunk) => chunk.text.length);
  assertEquals(lengths.reduce((sum, length) => sum + length), 1000);
  assertEquals(lengths.filter((length) => length > 400), []);
});

Deno.test("chunkDocument() keeps title and text below 510 tokens, counted one a character (K17)", () => {
  const key = "aZ9+/".repeat(400);
  for (const chunk of chunkDocument(`# ${"题".repeat(300)}\n\n${key}`)) {
    assertLess(chunk.title.length + chunk.text.length, 510);
    assert(chunk.title.length <= MAX_TITLE_LENGTH);
  }
});

Deno.test("chunkDocument() takes a million characters without a stop in less than quadratic time", () => {
  assertEquals(chunkDocument("字".repeat(1_000_000)).map((chunk) => chunk.text).join("").length, 1_000_000);
});

Deno.test("chunkDocument() takes long runs of stops, blanks and number signs in less than quadratic time", () => {
  for (const run of [".", "…", " ", "\t", "#", "`", "- ", "| ", "|-", "[", '"', ")"]) {
    for (const head of ["", "# a", "a | b\n|-", "---\ntitle: a"]) {
      const text = `${head}${run.repeat(150_000)}x\n---\nEnd.\n`;
      assert(chunkDocument(text).length > 0);
    }
  }
});

const FAMILY = "👨‍👩‍👧‍👦";
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      "。",
      "！",
      "？",
      ". ",
      "! ",
      "\n",
      "\n\n",
      " ",
      FAMILY,
      "e\u0301",
      "𠮷",
      "🇨🇳",
      "1.0.21",
      "e.g. ",
    ),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.integer({ min: 1, max: 500 }).map((length) => "字".repeat(length)),
    fc.integer({ min: 1, max: 500 }).map((length) => "word ".repeat(length)),
  ),
  { maxLength: 20 },
).map((parts) => parts.join(""));

/** Where a text may end when it begins at one of the places, or up to 41 characters before one. */
function endsOf(text: string, whole: string, places: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  for (const place of places) {
    for (let start = Math.max(0, place - 41); start <= place; start++) {
      if (whole.startsWith(text, start)) ends.add(start + text.length);
    }
  }
  return ends;
}

Deno.test("chunkDocument() loses no visible character of plain text, and repeats no more than a sentence", () => {
  // A numbered line is a heading, and stands in the path of its section.
  const numbered = /^\s*(?:\d{1,2}(?:(?:\.\d{1,2})+\s|[.、．](?!\d))|[（(]\d)/m;
  fc.assert(fc.property(pieces, (text) => {
    fc.pre(!numbered.test(text));
    const whole = text.replace(/\s/g, "");
    let ends = new Set([0]);
    for (const chunk of chunkDocument(text, { format: "plain" })) {
      ends = endsOf(chunk.text.replace(/\s/g, ""), whole, ends);
    }
    assert(ends.has(whole.length), JSON.stringify([...ends]));
  }));
});

Deno.test("chunkDocument() begins a chunk with the short sentence that ends the one before it", () => {
  const [long, short] = [`${"长".repeat(119)}。`, "即此。"];
  assertEquals(
    chunkDocument(`${long}${long}${short}${long}${long}`, { format: "plain" }).map(({ text }) => text),
    [
      `${long}${long}${short}`,
      `${short}${long}${long}`,
    ],
  );
  const other = `${"另".repeat(60)}。`;
  const texts = chunkDocument(`${long}${long}${other}${long}${long}`, { format: "plain" }).map(({ text }) =>
    text
  );
  assertEquals(texts, [`${long}${long}${other}`, `${long}${long}`]);
});

Deno.test("chunkDocument() repeats no sentence under the next heading", () => {
  const text = `# 甲\n\n${"字".repeat(240)}。短句。\n\n# 乙\n\n${"字".repeat(240)}。`;
  assertEquals(chunkDocument(text).map(({ text }) => text), [
    `${"字".repeat(240)}。短句。`,
    `${"字".repeat(240)}。`,
  ]);
});

Deno.test("chunkDocument() stays within its bound whatever the text (K17)", () => {
  fc.assert(fc.property(pieces, (text) => {
    for (const chunk of chunkDocument(text)) {
      assert(estimateTokens(chunk.text) <= 400 && chunk.text.length <= 800);
    }
  }));
});

const cell = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.integer({ min: 1, max: 900 }).map((length) => "字".repeat(length)),
  fc.integer({ min: 1, max: 300 }).map((length) => "word. ".repeat(length)),
);
const sections = fc.array(
  fc.record({
    path: fc.array(cell, { maxLength: 3 }),
    blocks: fc.array(
      fc.record({
        kind: fc.constantFrom("prose", "code", "lines", "table", "record"),
        lines: fc.array(cell, { minLength: 1, maxLength: 8 }),
      }),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 4 },
);

Deno.test("chunkDocument() stays within its bound and loses no line, whatever a reader made of a file (K17)", () => {
  fc.assert(fc.property(sections, (parts) => {
    const chunks = chunkDocument("", { sections: { sections: parts } });
    for (const { text } of chunks) assert(estimateTokens(text) <= 400 && text.length <= 800);
    const found = new Set(chunks.flatMap(({ text }) => [...text.replace(/\s/g, "")]));
    for (const { lines } of parts.flatMap(({ blocks }) => blocks)) {
      for (const character of lines.join("").replace(/\s/g, "")) assert(found.has(character));
    }
  }));
});

Deno.test("chunkDocument() never cuts a grapheme or a surrogate pair (K18)", () => {
  const graphemes = fc.array(fc.constantFrom(FAMILY, "e\u0301", "𠮷", "🇨🇳", "字"), {
    minLength: 100,
    maxLength: 400,
  });
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  fc.assert(
    fc.property(graphemes, (units) => {
      const chunks = chunkDocument(units.join(""), { format: "plain" });
      const found = chunks.flatMap((chunk) => [...segmenter.segment(chunk.text)].map((part) => part.segment));
      assertEquals(found, units);
    }),
    { numRuns: 30 },
  );
});
