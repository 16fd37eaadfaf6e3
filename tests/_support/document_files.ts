/**
 * A small file of each format that is read.
 *
 * @module
 */
import { docxBytes, paragraph } from "./docx_bytes.ts";
import { pdfBytes, showLines } from "./pdf_bytes.ts";

/** File names and contents. */
export const DOCUMENT_FILES: Readonly<Record<string, string | Uint8Array>> = {
  "a.md": "---\ntitle: Leave\ndate: 2026-03-01\n---\n\nTen days.",
  "b.txt": "Plain words.",
  "c.html": "<title>Travel</title><p>Ask first.",
  "d.csv": "city,limit\nBerlin,500",
  "e.json": '{"warranty":"two years"}',
  "f.jsonl": '{"question":"How long?"}\n',
  "g.pdf": pdfBytes([{ content: showLines(700, ["Refunds take seven days."]) }]),
  "h.docx": docxBytes(paragraph("Keep the receipt.")),
};
