import { assertEquals, assertRejects } from "@std/assert";
import { readPdf } from "../../../kb/readers/read_pdf.ts";
import { pdfBytes, showLines } from "../../_support/pdf_bytes.ts";

async function reasonOf(bytes: Uint8Array): Promise<string> {
  return (await assertRejects(() => readPdf(bytes, "/docs/a.pdf"), Error)).message;
}

const PAGE = {
  content: `${showLines(760, ["退款政策"], 20)}\n${
    showLines(700, ["退款将在七个工作", "日内到账。", "Refunds arrive with-", "in seven days."])
  }\n${showLines(600, ["Call us first."])}`,
};

/** The same paragraphs, in pages that hold text, whatever the font's map. */
const BLOCKS = [
  { kind: "prose", lines: ["退款政策"] },
  { kind: "prose", lines: ["退款将在七个工作日内到账。 Refunds arrive within seven days."] },
  { kind: "prose", lines: ["Call us first."] },
] as const;

Deno.test("readPdf() reads Chinese and English text, a section a page that has any", async () => {
  assertEquals(await readPdf(pdfBytes([PAGE, { content: "" }, PAGE], { title: "Refunds" }), "/docs/a.pdf"), {
    text: "",
    sections: {
      title: "Refunds",
      sections: [{ path: ["p. 1"], blocks: [...BLOCKS] }, { path: ["p. 3"], blocks: [...BLOCKS] }],
    },
  });
});

Deno.test("readPdf() reads fonts that name a character map instead of holding one", async () => {
  const { sections } = await readPdf(pdfBytes([PAGE], { encoding: "uni-gb" }), "/docs/a.pdf");
  assertEquals(sections?.sections, [{ path: ["p. 1"], blocks: [...BLOCKS] }]);
  const gbk = { content: "BT /F2 12 Tf 72 700 Td <CDCBBFEE2041> Tj ET" };
  const other = await readPdf(pdfBytes([gbk], { encoding: "gbk" }), "/docs/a.pdf");
  assertEquals(other.sections?.sections, [{
    path: ["p. 1"],
    blocks: [{ kind: "prose", lines: ["退款 A"] }],
  }]);
});

Deno.test("readPdf() says which text it could not read for want of a character map", async () => {
  const mixed = { content: `${showLines(700, ["退款"])}\n${showLines(600, ["Refunds."])}` };
  const content = await readPdf(pdfBytes([mixed], { encoding: "unknown" }), "/docs/a.pdf");
  assertEquals(content.sections?.sections, [{
    path: ["p. 1"],
    blocks: [{ kind: "prose", lines: ["Refunds."] }],
  }]);
  assertEquals(content.notice, {
    en: "Text in a font with the character map Ext-RKSJ-H was left out",
    zh: "字符映射表为 Ext-RKSJ-H 的字体，其文字没有读取",
  });
  assertEquals(
    await reasonOf(pdfBytes([{ content: showLines(700, ["退款"]) }], { encoding: "unknown" })),
    "Cannot read document: /docs/a.pdf: Text in a font with the character map Ext-RKSJ-H was left out. Save it with its fonts embedded and ingest again",
  );
});

Deno.test("readPdf() reports a PDF without text as failed (K12)", async () => {
  assertEquals(
    await reasonOf(pdfBytes([{ content: "0 0 m 10 10 l S" }, { content: "" }])),
    "Cannot read document: /docs/a.pdf has no text on its 2 pages, as scans have none. Recognise its text (OCR) and ingest again",
  );
});

Deno.test("readPdf() reports a PDF under a password as failed", async () => {
  assertEquals(
    await reasonOf(pdfBytes([PAGE], { encrypted: true })),
    "Cannot read document: /docs/a.pdf is under a password. Save it without one and ingest again",
  );
});

Deno.test("readPdf() reports damaged files as failed", async () => {
  for (const bytes of [new TextEncoder().encode("hello"), pdfBytes([PAGE]).slice(0, 400)]) {
    assertEquals(
      await reasonOf(bytes),
      "Cannot read document: /docs/a.pdf is damaged (Invalid PDF structure.). Save it anew and ingest again",
    );
  }
});

Deno.test("readPdf() takes the file's name for a title that says nothing", async () => {
  for (const title of [undefined, "untitled", "Microsoft Word - x.doc", "scan0001.tif"]) {
    const bytes = pdfBytes([PAGE], title === undefined ? {} : { title });
    assertEquals((await readPdf(bytes, "/docs/refunds.pdf")).sections?.title, "refunds");
  }
});

Deno.test("readPdf() leaves the bytes that it was given alone", async () => {
  const bytes = pdfBytes([PAGE]);
  await readPdf(bytes, "/docs/a.pdf");
  assertEquals(new TextDecoder().decode(bytes.subarray(0, 8)), "%PDF-1.4");
});
