import { Buffer } from "node:buffer";
import { basename, extname } from "node:path";
import { BilingualError, wordsOf } from "../bilingual_error.ts";
import type { Sections } from "../read_sections.ts";
import { checkZip } from "./check_zip.ts";
import { htmlSections } from "./html_sections.ts";
import { loadMammoth } from "./load_mammoth.ts";
import type { ReadContent } from "./reader.ts";

/** What Word 97 files and files under a password begin with: OLE's signature. */
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

/** Headings and lists are mapped by the library itself. */
const STYLES = ["p[style-name='Title'] => title:fresh", "p[style-name='Subtitle'] => p:fresh"];

/**
 * Reads a Word document (.docx): headings, paragraphs, lists, tables, footnotes. The archive is checked before it is
 * unpacked (K16); pictures are passed over but for their descriptions.
 *
 * @param bytes Its content.
 * @param path Where it stands.
 * @returns Its sections.
 * @throws {Error} when it is no Word document, is under a password, or would fill the memory when unpacked.
 *
 * @example
 * ```ts
 * await readDocx(await Deno.readFile("policy.docx"), "policy.docx");
 * ```
 */
export async function readDocx(bytes: Uint8Array, path: string): Promise<ReadContent> {
  if (OLE_SIGNATURE.every((byte, at) => bytes[at] === byte)) {
    throw new BilingualError({
      en:
        `Cannot read document: ${path} is under a password, or of Word 97. Save it as .docx without a password`,
      zh: `无法读取文档：${path} 有密码保护，或是 Word 97 格式。请另存为无密码的 .docx`,
    });
  }
  try {
    const names = checkZip(bytes);
    if (!names.includes("word/document.xml") && !names.includes("_rels/.rels")) {
      throw new BilingualError({ en: "it holds no document", zh: "其中没有文档" });
    }
    return { text: "", sections: await sectionsOf(bytes, basename(path, extname(path))) };
  } catch (error) {
    const reason = wordsOf(error);
    throw new BilingualError({
      en: `Cannot read document: ${path}: ${reason.en}. Save it as .docx anew and ingest again`,
      zh: `无法读取文档：${path}：${reason.zh}。请重新另存为 .docx 后入库`,
    }, { cause: error });
  }
}

async function sectionsOf(bytes: Uint8Array, name: string): Promise<Sections> {
  const mammoth = loadMammoth();
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, {
    styleMap: STYLES,
    convertImage,
  });
  const { title, sections } = htmlSections(value);
  return { title: title ?? name, sections };
}
