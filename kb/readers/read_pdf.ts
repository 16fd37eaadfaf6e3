import { basename, extname } from "node:path";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { type Bilingual, BilingualError } from "../bilingual_error.ts";
import { messageOf } from "../message_of.ts";
import type { Section } from "../read_sections.ts";
import { dropRunningHeads } from "./drop_running_heads.ts";
import { pdfCharacterMaps } from "./pdf_character_maps.ts";
import { pdfParagraphs } from "./pdf_lines.ts";
import type { ReadContent } from "./reader.ts";

/** Only errors: what pdf.js says of a damaged file goes into the reason, not onto somebody's terminal. */
const ERRORS_ONLY = 0;

/** Titles that programs write for want of one. */
const NO_TITLE = /^(?:untitled|document\d*|无标题|microsoft (?:word|powerpoint|excel) - .*|.*\.\w{2,5})$/i;

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Reads the text of a PDF, a section a page (`p. 3`).
 *
 * @param bytes Its content.
 * @param path Where it stands.
 * @returns Its pages that have text.
 * @throws {Error} when it is damaged, under a password, or has no text at all (K12): pages that were scanned need OCR.
 *
 * @example
 * ```ts
 * await readPdf(await Deno.readFile("policy.pdf"), "policy.pdf");
 * ```
 */
export async function readPdf(bytes: Uint8Array, path: string): Promise<ReadContent> {
  const missing = new Set<string>();
  const pdf = await open(bytes, path, missing);
  try {
    const sections = await readPages(pdf, path);
    if (sections.length === 0) throw new BilingualError(withoutText(pdf.numPages, path, missing));
    const title = await titleOf(pdf, path);
    return {
      text: "",
      sections: { title, sections },
      ...(missing.size === 0 ? {} : { notice: unmapped(missing) }),
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function withoutText(pages: number, path: string, missing: ReadonlySet<string>): Bilingual {
  if (missing.size > 0) {
    const { en, zh } = unmapped(missing);
    return {
      en: `Cannot read document: ${path}: ${en}. Save it with its fonts embedded and ingest again`,
      zh: `无法读取文档：${path}：${zh}。请嵌入字体后另存，再重新入库`,
    };
  }
  return {
    en: `Cannot read document: ${path} has no text on its ${pages} pages, as scans have none. ` +
      "Recognise its text (OCR) and ingest again",
    zh: `无法读取文档：${path} 的 ${pages} 页上没有文字，像是扫描件。请先做文字识别（OCR）再入库`,
  };
}

function unmapped(missing: ReadonlySet<string>): Bilingual {
  const maps = [...missing].sort();
  return {
    en: `Text in a font with the character map ${maps.join(", ")} was left out`,
    zh: `字符映射表为 ${maps.join("、")} 的字体，其文字没有读取`,
  };
}

async function open(bytes: Uint8Array, path: string, missing: Set<string>): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(
      // pdf.js takes the buffer over, so it gets one of its own.
      bytes.slice(),
      {
        verbosity: ERRORS_ONLY,
        useSystemFonts: false,
        useWorkerFetch: false,
        cMapPacked: false,
        BinaryDataFactory: pdfCharacterMaps(missing),
      },
    );
  } catch (error) {
    const { PasswordException } = await getResolvedPDFJS();
    const reason = error instanceof PasswordException
      ? { en: "is under a password. Save it without one", zh: "有密码保护。请另存为无密码的文件" }
      : {
        en: `is damaged (${messageOf(error)}). Save it anew`,
        zh: `已损坏（${messageOf(error)}）。请重新保存`,
      };
    throw new BilingualError({
      en: `Cannot read document: ${path} ${reason.en} and ingest again`,
      zh: `无法读取文档：${path} ${reason.zh}，再重新入库`,
    }, { cause: error });
  }
}

async function readPages(pdf: PdfDocument, path: string): Promise<Section[]> {
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) pages.push(await paragraphsOf(pdf, number, path));
  return dropRunningHeads(pages).flatMap((paragraphs, at): Section[] => {
    const blocks = paragraphs.map((text) => ({ kind: "prose" as const, lines: [text] }));
    return blocks.length === 0 ? [] : [{ path: [`p. ${at + 1}`], blocks }];
  });
}

async function paragraphsOf(pdf: PdfDocument, number: number, path: string): Promise<string[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return pdfParagraphs(items.filter((item) => "str" in item));
  } catch (error) {
    const reason = messageOf(error);
    throw new BilingualError({
      en: `Cannot read document: ${path}: page ${number} is damaged (${reason}). Save it anew`,
      zh: `无法读取文档：${path}：第 ${number} 页已损坏（${reason}）。请重新保存`,
    }, { cause: error });
  }
}

async function titleOf(pdf: PdfDocument, path: string): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title: unknown = "Title" in info ? info.Title : undefined;
  return typeof title === "string" && title.trim() !== "" && !NO_TITLE.test(title.trim())
    ? title.trim()
    : basename(path, extname(path));
}
