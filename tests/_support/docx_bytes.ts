/**
 * Small Word documents, written by hand.
 *
 * @module
 */
import { zipBytes, type ZipFile } from "./zip_bytes.ts";

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";

/**
 * Writes a Word document.
 *
 * @param body What stands in its body: {@linkcode paragraph} and {@linkcode table}.
 * @param more Further files of the archive.
 * @example
 * ```ts
 * docxBytes(paragraph("差旅", "Heading1") + paragraph("先申请。"));
 * ```
 */
export function docxBytes(body: string, more: readonly ZipFile[] = []): Uint8Array<ArrayBuffer> {
  const types = ["document.main", "styles", "numbering"].map((name) =>
    `<Override PartName="/word/${
      name.split(".")[0]
    }.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`
  );
  const styles = [["Title", "Title"], ["Heading1", "heading 1"], ["Heading2", "heading 2"]].map((
    [id, name],
  ) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`);
  return zipBytes([
    {
      name: "[Content_Types].xml",
      data:
        `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${
          types.join("")
        }</Types>`,
    },
    {
      name: "_rels/.rels",
      data:
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      data:
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/numbering" Target="numbering.xml"/></Relationships>`,
    },
    { name: "word/styles.xml", data: `<w:styles ${WORD}>${styles.join("")}</w:styles>` },
    {
      name: "word/numbering.xml",
      data:
        `<w:numbering ${WORD}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
    { name: "word/document.xml", data: `<w:document ${WORD}><w:body>${body}</w:body></w:document>` },
    ...more,
  ]);
}

/**
 * Writes a paragraph.
 *
 * @param text Its text.
 * @param style A style's id, or `"list"` for an item of a list.
 */
export function paragraph(text: string, style?: "Title" | "Heading1" | "Heading2" | "list"): string {
  const properties = style === "list"
    ? '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    : style === undefined
    ? ""
    : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/**
 * Writes a table.
 *
 * @param rows The texts of its cells.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}
