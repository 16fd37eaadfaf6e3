/**
 * Small PDF files, written by hand.
 *
 * @module
 */

/** What a page of a test's PDF shows. */
export interface PdfPage {
  /** Content stream, e.g. `BT /F1 12 Tf 72 700 Td (text) Tj ET`; `/F1` is Latin, `/F2` is Chinese with a code a character. */
  readonly content: string;
}

/** How the Chinese font says which characters its codes are. */
export type PdfEncoding = "to-unicode" | "uni-gb" | "gbk" | "unknown";

const ENCODINGS: Readonly<Record<PdfEncoding, string>> = {
  "to-unicode": "/Encoding /Identity-H /ToUnicode 6 0 R",
  "uni-gb": "/Encoding /UniGB-UCS2-H",
  gbk: "/Encoding /GBK-EUC-H",
  unknown: "/Encoding /Ext-RKSJ-H",
};

/**
 * Writes a PDF.
 *
 * @param pages Its pages.
 * @param options `title` for its metadata; `encoding` of the Chinese font; `encrypted` names a lock that nobody opens.
 * @example
 * ```ts
 * pdfBytes([{ content: showLines(700, ["Refunds take seven days."]) }]);
 * ```
 */
export function pdfBytes(
  pages: readonly PdfPage[],
  options: { readonly title?: string; readonly encoding?: PdfEncoding; readonly encrypted?: boolean } = {},
): Uint8Array {
  const { title, encoding = "to-unicode", encrypted = false } = options;
  const first = 8;
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /DescendantFonts [5 0 R] " +
    `${ENCODINGS[encoding]} >>`,
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering " +
    `(${encoding === "to-unicode" ? "Identity" : "GB1"}) /Supplement 0 >> /DW 1000 /FontDescriptor 7 0 R >>`,
    stream(TO_UNICODE),
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 " +
    "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ...pages.flatMap(({ content }, at) => [
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> " +
      `/Contents ${first + 2 * at + 1} 0 R >>`,
      stream(content),
    ]),
  ];
  const info = objects.push(`<< ${title === undefined ? "" : `/Title (${title})`} >>`);
  const lock = encrypted
    ? objects.push(
      `<< /Filter /Standard /V 1 /R 2 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> /P -4 >>`,
    )
    : undefined;
  return assemble(objects, info, lock);
}

/**
 * Writes the content of a page: lines of text, each below the one before it.
 *
 * @param y The first base line's height, in points.
 * @param lines The lines; those with a Han character are shown in the Chinese font.
 * @param size The letters' size in points; lines are 1.25 times as far apart. @default {12}
 */
export function showLines(y: number, lines: readonly string[], size = 12): string {
  return lines.map((line, at) => {
    const shown = /\p{scx=Han}/u.test(line)
      ? `/F2 ${size} Tf 72 ${y - at * size * 1.25} Td <${codes(line)}> Tj`
      : `/F1 ${size} Tf 72 ${y - at * size * 1.25} Td (${line.replace(/[()\\]/g, "\\$&")}) Tj`;
    return `BT ${shown} ET`;
  }).join("\n");
}

/** Two bytes a character: its code in Unicode. */
function codes(text: string): string {
  return [...text].map((character) => character.charCodeAt(0).toString(16).padStart(4, "0")).join("");
}

const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function assemble(objects: readonly string[], info: number, lock: number | undefined): Uint8Array {
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  const id = `/ID [<${"43".repeat(16)}> <${"43".repeat(16)}>]`;
  const encrypt = lock === undefined ? "" : `/Encrypt ${lock} 0 R`;
  return new TextEncoder().encode(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
      `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R ${id} ${encrypt} >>\n` +
      `startxref\n${body.length}\n%%EOF\n`,
  );
}
