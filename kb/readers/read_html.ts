import { BilingualError, wordsOf } from "../bilingual_error.ts";
import { decodeHtml } from "./decode_html.ts";
import { htmlSections } from "./html_sections.ts";
import type { ReadContent } from "./reader.ts";

/**
 * Reads an HTML file.
 *
 * @param bytes Its content, in the encoding that it declares, or UTF-8, UTF-16 or GB18030.
 * @param path Where it stands, for messages.
 * @returns Its sections.
 * @throws {Error} when it is in another encoding, or nested too deep.
 *
 * @example
 * ```ts
 * await readHtml(await Deno.readFile("policy.html"), "policy.html");
 * ```
 */
export function readHtml(bytes: Uint8Array, path: string): Promise<ReadContent> {
  const html = decodeHtml(bytes, path);
  try {
    return Promise.resolve({ text: "", sections: htmlSections(html) });
  } catch (error) {
    const reason = wordsOf(error);
    throw new BilingualError({
      en: `Cannot read document: ${path}: ${reason.en}. Save the page anew and ingest again`,
      zh: `无法读取文档：${path}：${reason.zh}。请重新保存网页后入库`,
    }, { cause: error });
  }
}
