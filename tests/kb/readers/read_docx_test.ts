import { assertEquals, assertRejects } from "@std/assert";
import { readDocx } from "../../../kb/readers/read_docx.ts";
import { docxBytes, paragraph, table } from "../../_support/docx_bytes.ts";
import { zipBytes } from "../../_support/zip_bytes.ts";

async function reasonOf(bytes: Uint8Array): Promise<string> {
  return (await assertRejects(() => readDocx(bytes, "/docs/a.docx"), Error)).message;
}

Deno.test("readDocx() reads the title, headings, paragraphs, lists and tables", async () => {
  const body = paragraph("差旅制度", "Title") + paragraph("先申请 &amp; 后出差。") +
    paragraph("酒店", "Heading1") +
    paragraph("Hotels by city:") + paragraph("北京", "list") + paragraph("上海", "list") +
    paragraph("上限", "Heading2") + table([["城市", "上限"], ["北京", "600"], ["上海", "500"]]);
  assertEquals(await readDocx(docxBytes(body), "/docs/a.docx"), {
    text: "",
    sections: {
      title: "差旅制度",
      sections: [
        { path: [], blocks: [{ kind: "prose", lines: ["先申请 & 后出差。"] }] },
        {
          path: ["酒店"],
          blocks: [
            { kind: "prose", lines: ["Hotels by city:"] },
            { kind: "lines", lines: ["- 北京", "- 上海"] },
          ],
        },
        {
          path: ["酒店", "上限"],
          blocks: [{
            kind: "table",
            lines: ["| 城市 | 上限 |", "| --- | --- |", "| 北京 | 600 |", "| 上海 | 500 |"],
          }],
        },
      ],
    },
  });
});

Deno.test("readDocx() keeps cells in their columns below merged ones (K13)", async () => {
  const cell = (text: string, merge = "") =>
    `<w:tc><w:tcPr>${merge && `<w:vMerge${merge === "restart" ? ' w:val="restart"' : ""}/>`}</w:tcPr>${
      paragraph(text)
    }</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const body = `<w:tbl>${row(cell("城市"), cell("级别"), cell("上限"))}${
    row(cell("上海", "restart"), cell("经理"), cell("500"))
  }${row(cell("", "on"), cell("员工"), cell("300"))}</w:tbl>`;
  const { sections } = await readDocx(docxBytes(body), "/docs/a.docx");
  assertEquals(sections?.sections[0]?.blocks[0]?.lines.slice(2), [
    "| 上海 | 经理 | 500 |",
    "| 上海 | 员工 | 300 |",
  ]);
});

Deno.test("readDocx() calls a document without a title by its file's name", async () => {
  const { sections } = await readDocx(docxBytes(paragraph("Text.")), "/docs/travel.docx");
  assertEquals(sections?.title, "travel");
});

Deno.test("readDocx() refuses an archive that its directory says would fill the memory, before parsing (K16)", async () => {
  const bomb = docxBytes(paragraph("x"), [{
    name: "word/media/a.xml",
    data: new Uint8Array(65 * 1024 * 1024),
  }]);
  assertEquals(
    await reasonOf(bomb),
    "Cannot read document: /docs/a.docx: its text unpacks to 68159387 bytes, more than 67108864. Save it as .docx anew and ingest again",
  );
});

Deno.test("readDocx() refuses an archive whose directory lies about sizes (K16)", async () => {
  const bomb = docxBytes(paragraph("x"), [
    { name: "word/media/a.bin", data: new Uint8Array(8 * 1024 * 1024), claimed: 1000 },
  ]);
  assertEquals(
    await reasonOf(bomb),
    "Cannot read document: /docs/a.docx: word/media/a.bin in it is damaged, or larger than its directory says. Save it as .docx anew and ingest again",
  );
});

Deno.test("readDocx() says of a file of Word 97, or under a password, what to do", async () => {
  assertEquals(
    await reasonOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)),
    "Cannot read document: /docs/a.docx is under a password, or of Word 97. Save it as .docx without a password",
  );
});

Deno.test("readDocx() refuses what is no archive, a torn one, and an archive without a document", async () => {
  const none =
    "Cannot read document: /docs/a.docx: it is no archive, or the end of it is missing. Save it as .docx anew and ingest again";
  assertEquals(await reasonOf(new TextEncoder().encode("hello")), none);
  assertEquals(await reasonOf(docxBytes(paragraph("x")).slice(0, 900)), none);
  assertEquals(
    await reasonOf(zipBytes([{ name: "a.txt", data: "x" }])),
    "Cannot read document: /docs/a.docx: it holds no document. Save it as .docx anew and ingest again",
  );
});
