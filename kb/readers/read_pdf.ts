import { basename, extname } from "node:path";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
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
    if (sections.length === 0) throw new Error(withoutText(pdf.numPages, path, missing));
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

function withoutText(pages: number, path: string, missing: ReadonlySet<string>): string {
  return missing.size > 0
    ? `Cannot read document: ${path}: ${unmapped(missing)}. Save it with its fonts embedded and ingest again`
    : `Cannot read document: ${path} has no text on its ${pages} pages, as scans have none. ` +
      "Recognise its text (OCR) and ingest again";
}

function unmapped(missing: ReadonlySet<string>): string {
  return `Text in a font with the character map ${[...missing].sort().join(", ")} was left out`;
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
      ? "is under a password. Save it without one"
      : `is damaged (${error instanceof Error ? error.message : String(error)}). Save it anew`;
    throw new Error(`Cannot read document: ${path} ${reason} and ingest again`, { cause: error });
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
