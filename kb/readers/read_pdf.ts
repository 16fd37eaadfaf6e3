import { basename, extname } from "node:path";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import type { Section } from "../read_sections.ts";
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
  const pdf = await open(bytes, path);
  try {
    const { sections, pages } = await readPages(pdf, path);
    if (sections.length === 0) {
      throw new Error(
        `Cannot read document: ${path} has ${pages} pages without any text, as scans have. ` +
          "Recognise its text (OCR) and ingest again",
      );
    }
    return { text: "", sections: { title: await titleOf(pdf, path), sections } };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array, path: string): Promise<PdfDocument> {
  try {
    // pdf.js takes the buffer over, so it gets one of its own.
    return await getDocumentProxy(bytes.slice(), { verbosity: ERRORS_ONLY, useSystemFonts: false });
  } catch (error) {
    const { PasswordException } = await getResolvedPDFJS();
    const reason = error instanceof PasswordException
      ? "is under a password. Save it without one"
      : `is damaged (${error instanceof Error ? error.message : String(error)}). Save it anew`;
    throw new Error(`Cannot read document: ${path} ${reason} and ingest again`, { cause: error });
  }
}

async function readPages(pdf: PdfDocument, path: string): Promise<{ sections: Section[]; pages: number }> {
  const sections: Section[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const paragraphs = await paragraphsOf(pdf, number, path);
    if (paragraphs.length === 0) continue;
    const blocks = paragraphs.map((text) => ({ kind: "prose" as const, lines: [text] }));
    sections.push({ path: [`p. ${number}`], blocks });
  }
  return { sections, pages: pdf.numPages };
}

async function paragraphsOf(pdf: PdfDocument, number: number, path: string): Promise<string[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return pdfParagraphs(items.filter((item) => "str" in item));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot read document: ${path}: page ${number} is damaged (${reason}). Save it anew`, {
      cause: error,
    });
  }
}

async function titleOf(pdf: PdfDocument, path: string): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title: unknown = "Title" in info ? info.Title : undefined;
  return typeof title === "string" && title.trim() !== "" && !NO_TITLE.test(title.trim())
    ? title.trim()
    : basename(path, extname(path));
}
