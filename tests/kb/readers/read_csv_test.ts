import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { chunkDocument } from "../../../kb/chunk_document.ts";
import { parseRows } from "../../../kb/readers/parse_rows.ts";
import { readCsv } from "../../../kb/readers/read_csv.ts";
import { sniffDelimiter } from "../../../kb/readers/sniff_delimiter.ts";
import type { Block } from "../../../kb/read_sections.ts";

async function blocksOf(text: string, path = "/docs/a.csv"): Promise<readonly Block[]> {
  const { sections } = await readCsv(new TextEncoder().encode(text), path);
  return sections?.sections[0]?.blocks ?? [];
}

function table(...rows: string[]): Block {
  const [header = "", ...rest] = rows;
  return { kind: "table", lines: [header, header.replaceAll(/[^|]+/g, " --- "), ...rest] };
}

Deno.test("readCsv() reads quoted cells with delimiters, line ends and quotes in them (K13)", async () => {
  assertEquals(await blocksOf('城市,说明\r\n上海,"一线,\r\n含""浦东"""\r\n'), [
    table("| 城市 | 说明 |", '| 上海 | 一线, 含"浦东" |'),
  ]);
});

Deno.test("readCsv() takes ragged rows and leaves out empty ones", async () => {
  assertEquals(await blocksOf("a,b\n1\n\n,,\nx,y,z"), [table("| a | b |", "| 1 |  |", "| x | y | z |")]);
});

Deno.test("readCsv() finds out the delimiter", async () => {
  for (const text of ["a;b\nx,1;y\n", "a\tb\nx,1\ty\n", "a|b\nx,1|y\n"]) {
    assertEquals(await blocksOf(text), [table("| a | b |", "| x,1 | y |")], text);
  }
  assertEquals(await blocksOf("a\tb,c\nx\ty", "/docs/a.tsv"), [table("| a | b,c |", "| x | y |")]);
  assertEquals(sniffDelimiter('"a;b;c",d\n"e;f;g",h', ","), ",");
  assertEquals(sniffDelimiter("one column", "\t"), "\t");
});

Deno.test("readCsv() goes by the line in which a spreadsheet names the delimiter", async () => {
  assertEquals(await blocksOf("sep=;\r\na,b;c\r\nx,1;y\r\n"), [table("| a,b | c |", "| x,1 | y |")]);
  assertEquals(await blocksOf("sep=\t\na\tb\nx\ty"), [table("| a | b |", "| x | y |")]);
});

Deno.test("readCsv() takes lines above the table for its caption", async () => {
  assertEquals(await blocksOf("差旅标准,,\n2026 版,,\n城市,上限,备注\n上海,500,无\n"), [
    { kind: "prose", lines: ["差旅标准", "2026 版"] },
    table("| 城市 | 上限 | 备注 |", "| 上海 | 500 | 无 |"),
  ]);
});

Deno.test("readCsv() takes no row of values for a header", async () => {
  assertEquals(await blocksOf("上海,500\n北京,600"), [
    table("| 1 | 2 |", "| 上海 | 500 |", "| 北京 | 600 |"),
  ]);
});

Deno.test("readCsv() takes years for names of columns", async () => {
  assertEquals(await blocksOf("项目,2025,2026-01\n收入,1,2"), [
    table("| 项目 | 2025 | 2026-01 |", "| 收入 | 1 | 2 |"),
  ]);
});

Deno.test("readCsv() reads one column as lines, and nothing as nothing", async () => {
  assertEquals(await blocksOf("first\nsecond"), [{ kind: "lines", lines: ["first", "second"] }]);
  assertEquals(await blocksOf(""), []);
});

Deno.test("readCsv() reads GB18030 and calls the table by its file's name (K6)", async () => {
  const bytes = Uint8Array.of(0xcd, 0xcb, 0xbf, 0xee, 0x2c, 0x41, 0x0a, 0x78, 0x2c, 0x79);
  const { sections } = await readCsv(bytes, "/docs/退款.csv");
  assertEquals(sections, {
    title: "退款",
    sections: [{ path: [], blocks: [table("| 退款 | A |", "| x | y |")] }],
  });
});

Deno.test("readCsv() reads a table with a quote that is never closed, and says so", async () => {
  const { sections, notice } = await readCsv(new TextEncoder().encode('a,b\n1,"x\n2,y'), "/docs/a.csv");
  assertEquals(sections?.sections[0]?.blocks, [table("| a | b |", '| 1 | "x |', "| 2 | y |")]);
  assertEquals(notice, {
    en: "A quote is never closed, so quotes were read as ordinary characters",
    zh: "有引号没有闭合，引号按普通字符读取",
  });
});

Deno.test("readCsv() keeps rows whole and repeats the header in every chunk (K13)", async () => {
  const rows = Array.from({ length: 100 }, (_, row) => `城市${row},每晚上限五百元人民币`);
  const content = await readCsv(new TextEncoder().encode(["城市,上限", ...rows].join("\n")), "/docs/a.csv");
  const chunks = chunkDocument("", content);
  assert(chunks.length > 5);
  for (const { text } of chunks) {
    assertEquals(text.split("\n").slice(0, 2), ["| 城市 | 上限 |", "| --- | --- |"]);
  }
  assertEquals(
    chunks.flatMap(({ text }) => text.split("\n").slice(2)),
    Array.from({ length: 100 }, (_, row) => `| 城市${row} | 每晚上限五百元人民币 |`),
  );
});

Deno.test("readCsv() names each value of wide rows, and repeats the first above the parts of a row (K13)", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `column number ${at}`);
  const values = Array.from({ length: 60 }, (_, at) => `some words ${at}`);
  const content = await readCsv(
    new TextEncoder().encode(`${names.join(",")}\n${values.join(",")}`),
    "/docs/a.csv",
  );
  const texts = chunkDocument("", content).map(({ text }) => text.split("\n"));
  assert(texts.length > 1);
  for (const [first] of texts) assertEquals(first, "column number 0: some words 0");
  assertEquals(
    texts.flatMap((lines) => lines.slice(1)),
    names.slice(1).map((name, at) => `${name}: some words ${at + 1}`),
  );
});

Deno.test("readCsv() says a column's name of more than 200 letters once as a whole, and its beginning with each value", async () => {
  const name = "长".repeat(300);
  assertEquals(await blocksOf(`城市,${name}\n上海,好\n北京,差\n`), [
    { kind: "record", lines: ["城市", name] },
    { kind: "record", lines: ["城市: 上海", `${"长".repeat(200)}…: 好`] },
    { kind: "record", lines: ["城市: 北京", `${"长".repeat(200)}…: 差`] },
  ]);
});

Deno.test("readCsv() cuts a row that is too large so that the header fits above each part (K13, K17)", async () => {
  const text = `名,说明\n甲,${"字".repeat(900)}`;
  const chunks = chunkDocument(
    "",
    await readCsv(new TextEncoder().encode(`${text}\n${"乙,短\n".repeat(60)}`), "/docs/a.csv"),
  );
  assert(chunks.length > 3);
  for (const chunk of chunks) {
    assert(chunk.text.length <= 800);
    assertEquals(chunk.text.split("\n").slice(0, 2), ["| 名 | 说明 |", "| --- | --- |"]);
  }
});

Deno.test("parseRows() gives back the cells that were written, whatever they hold", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", ",", '"', "\n", "\r", ";", " ", "字", "👍"),
    maxLength: 6,
  });
  const row = fc.array(cell, { minLength: 1, maxLength: 4 }).filter((cells) =>
    cells.some((text) => text !== "")
  );
  fc.assert(fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
    const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")).join(
      "\r\n",
    );
    const found: string[][] = [];
    parseRows(quoted, { delimiter: "," }, (cells) => found.push(cells));
    assertEquals(found, rows.filter((cells) => cells.some((text) => text.trim() !== "")));
  }));
});
