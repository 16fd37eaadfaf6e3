import { readFrontMatter } from "./read_front_matter.ts";

/** A paragraph, a fenced block, a list, a table or a record of a document. */
export interface Block {
  /**
   * Prose is split between sentences, code and lists (`"lines"`) between lines, tables between rows with their first
   * two lines above each part, records between lines with their first line above each part.
   */
  readonly kind: "prose" | "code" | "lines" | "table" | "record";
  /** Its lines, as they stand. */
  readonly lines: readonly string[];
}

/** What stands below one heading and above the next. */
export interface Section {
  /** The headings that lead here, outermost first. */
  readonly path: readonly string[];
  /** Its content, in order. */
  readonly blocks: readonly Block[];
}

/** The lines of a document, taken apart. */
export interface Sections {
  /** What the document calls itself, e.g. the `title:` of its front matter. */
  readonly title?: string;
  /** Its sections in order; the first may have no heading. */
  readonly sections: readonly Section[];
}

/** Backticks that are closed in the same line are a code span (CommonMark 0.31, 4.5). */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s;
const SETEXT = /^ {0,3}(=+|-{2,})[ \t]*$/;
const TABLE_RULE = /^ {0,3}[|:-][ \t|:-]*$/;
const NO_PARAGRAPH = /^\s*(?:[-*+>|]|\d+[.)])/;

/**
 * Takes a Markdown document apart into sections and blocks, reading no more of the syntax than chunking needs:
 * headings of both kinds (never inside code fences), fences, tables, blank lines and YAML front matter.
 *
 * @param text The document, line ends of any kind.
 * @returns Its sections; headings are in their paths, not in their blocks.
 *
 * @example
 * ```ts
 * readSections("# A\nx\n## B\ny").sections.map((section) => section.path); // [["A"], ["A", "B"]]
 * ```
 */
export function readSections(text: string): Sections {
  const lines = text.split(/\r\n|\r|\n/);
  const { end, title } = readFrontMatter(lines);
  const reader = new SectionReader();
  for (const line of lines.slice(end)) reader.take(line);
  return { ...(title === undefined ? {} : { title }), sections: reader.finish() };
}

class SectionReader {
  readonly #sections: Section[] = [];
  #headings: { level: number; title: string }[] = [];
  #blocks: Block[] = [];
  #lines: string[] = [];
  #kind: Block["kind"] = "prose";
  #fence = "";

  take(line: string): void {
    if (this.#fence !== "") return this.#takeCode(line);
    const fence = FENCE.exec(line)?.[1];
    const atx = ATX.exec(line);
    if (fence !== undefined) return this.#openFence(line, fence);
    if (atx?.[1] !== undefined) return this.#openSection(atx[1].length, headingText(atx[2] ?? ""));
    if (this.#closesSetextHeading(line)) return this.#takeSetextHeading(line);
    if (line.trim() === "") return this.#endBlock();
    if (this.#startsTable(line)) this.#openTable();
    if (this.#kind === "table" && !line.includes("|")) this.#endBlock();
    this.#lines.push(line);
  }

  finish(): Section[] {
    this.#endSection();
    return this.#sections;
  }

  #openFence(line: string, fence: string): void {
    this.#endBlock();
    this.#kind = "code";
    this.#fence = fence;
    this.#lines.push(line);
  }

  #takeCode(line: string): void {
    this.#lines.push(line);
    const fence = FENCE.exec(line)?.[1];
    if (fence?.startsWith(this.#fence) && line.trim() === fence) this.#endBlock();
  }

  #closesSetextHeading(line: string): boolean {
    const [above] = this.#lines;
    return this.#lines.length === 1 && above !== undefined && !NO_PARAGRAPH.test(above) && SETEXT.test(line);
  }

  #takeSetextHeading(line: string): void {
    const title = this.#lines[0] ?? "";
    this.#lines = [];
    this.#openSection(line.trim().startsWith("=") ? 1 : 2, title);
  }

  #startsTable(line: string): boolean {
    return this.#kind === "prose" && this.#lines.at(-1)?.includes("|") === true && line.includes("|") &&
      isTableRule(line);
  }

  /** The line above the rule is the header; lines above that are a paragraph, which a table may interrupt (GFM 0.29, 4.10). */
  #openTable(): void {
    const header = this.#lines.splice(-1);
    this.#endBlock();
    this.#lines = header;
    this.#kind = "table";
  }

  #openSection(level: number, title: string): void {
    this.#endSection();
    this.#headings = this.#headings.filter((heading) => heading.level < level);
    this.#headings.push({ level, title: title.trim() });
  }

  #endBlock(): void {
    if (this.#lines.length > 0) this.#blocks.push({ kind: this.#kind, lines: this.#lines });
    this.#lines = [];
    this.#kind = "prose";
    this.#fence = "";
  }

  #endSection(): void {
    this.#endBlock();
    const path = this.#headings.map((heading) => heading.title).filter((title) => title !== "");
    if (this.#blocks.length > 0 || path.length > 0) this.#sections.push({ path, blocks: this.#blocks });
    this.#blocks = [];
  }
}

/** Without the number signs that close it. Counted by hand: a pattern takes a long run of blanks apart over and over. */
function headingText(rest: string): string {
  const text = rest.trimEnd();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return end === 0 || /[ \t]/.test(text.charAt(end - 1)) ? text.slice(0, end) : text;
}

function isTableRule(line: string): boolean {
  if (!TABLE_RULE.test(line)) return false;
  const cells = line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|");
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}
