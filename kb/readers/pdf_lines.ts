import { collapseSpace } from "./collapse_space.ts";

/** A stretch of text as pdf.js gives it; positions are in points, the origin is the page's lower left corner. */
export interface PdfItem {
  /** Its text. */
  readonly str: string;
  /** Does a line end behind it? */
  readonly hasEOL: boolean;
  /** Its height in points; 0 for mere white space. */
  readonly height: number;
  /** The last of its six numbers is the base line's height above the page's foot. */
  readonly transform: readonly number[];
}

interface Line {
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

/** Base lines further apart than this many times the letters' height begin a new paragraph. */
const PARAGRAPH_GAP = 1.9;

/** Lines whose letters differ in height by more than this share are no one paragraph: a heading, a footnote. */
const SAME_HEIGHT = 0.12;

/** What a list's item begins with. */
const BULLET = /^(?:[•●○▪■◆·\-–—*]\s|[(（]?(?:\d{1,3}|[a-z]|[一二三四五六七八九十]{1,3})[.)、．）]\s?)/i;

/**
 * Puts the text of a PDF's page together: lines that a page's width broke become paragraphs again. A paragraph ends
 * at a wide gap, where the size of the letters changes, and before an item of a list.
 *
 * @param items The page's text, in its order.
 * @returns Its paragraphs, each one line; none of them empty.
 *
 * @example
 * ```ts
 * pdfParagraphs([
 *   { str: "七个工作", hasEOL: true, height: 12, transform: [12, 0, 0, 12, 50, 700] },
 *   { str: "日内。", hasEOL: false, height: 12, transform: [12, 0, 0, 12, 50, 685] },
 * ]); // ["七个工作日内。"]
 * ```
 */
export function pdfParagraphs(items: readonly PdfItem[]): string[] {
  const paragraphs: string[] = [];
  let paragraph = "";
  let above: Line | undefined;
  for (const line of linesOf(items)) {
    if (above !== undefined && beginsParagraph(above, line)) {
      paragraphs.push(paragraph);
      paragraph = line.text;
    } else {
      paragraph = paragraph === "" ? line.text : continued(paragraph, line.text);
    }
    above = line;
  }
  return [...paragraphs, paragraph].map((text) => collapseSpace(text).trim()).filter((text) => text !== "");
}

function linesOf(items: readonly PdfItem[]): Line[] {
  const lines: Line[] = [];
  let line: { text: string; y: number; height: number } | undefined;
  for (const { str, hasEOL, height, transform } of items) {
    line ??= { text: "", y: transform[5] ?? 0, height };
    line.text += str;
    line.height = Math.max(line.height, height);
    if (!hasEOL) continue;
    lines.push(line);
    line = undefined;
  }
  if (line !== undefined) lines.push(line);
  return lines.filter(({ text }) => text.trim() !== "");
}

function beginsParagraph(above: Line, line: Line): boolean {
  const gap = above.y - line.y;
  const height = Math.max(above.height, line.height);
  // A line further up than the one before it stands in another column.
  return gap > PARAGRAPH_GAP * height || gap < 0 || BULLET.test(line.text) ||
    Math.abs(above.height - line.height) > SAME_HEIGHT * height;
}

/** A word that a hyphen broke is one word again; Han characters need no space between lines. */
function continued(paragraph: string, text: string): string {
  if (/\p{Ll}-$/u.test(paragraph) && /^\p{Ll}/u.test(text)) return paragraph.slice(0, -1) + text;
  return `${paragraph}\n${text}`;
}
