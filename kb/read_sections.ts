/** A paragraph, a fenced block or a table of a document. */
export interface Block {
  /** Tables are split between rows only, code between lines, prose between sentences. */
  readonly kind: "prose" | "code" | "table";
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
  /** The `title:` of its front matter. */
  readonly title?: string;
  /** Its sections in order; the first may have no heading. */
  readonly sections: readonly Section[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const SETEXT = /^ {0,3}(=+|-{2,})[ \t]*$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
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
  const matter = frontMatterEnd(lines);
  const title = frontMatterTitle(lines.slice(0, matter));
  const reader = new SectionReader();
  for (const line of lines.slice(matter)) reader.take(line);
  return { ...(title === undefined ? {} : { title }), sections: reader.finish() };
}

/** The number of lines that front matter takes, 0 when there is none. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---" || !/^[\w-]+[ \t]*:/.test(lines[1] ?? "")) return 0;
  return lines.findIndex((line, number) => number > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line)) + 1;
}

function frontMatterTitle(matter: readonly string[]): string | undefined {
  const value = matter.map((line) => /^title[ \t]*:[ \t]*(.*)$/i.exec(line)?.[1]?.trim()).find((found) =>
    found
  );
  return value?.replace(/^(["'])(.*)\1$/, "$2") || undefined;
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
    if (atx?.[1] !== undefined) return this.#openSection(atx[1].length, atx[2] ?? "");
    if (this.#closesSetextHeading(line)) return this.#takeSetextHeading(line);
    if (line.trim() === "") return this.#endBlock();
    if (this.#startsTable(line)) this.#kind = "table";
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
    return this.#kind === "prose" && this.#lines.length === 1 && this.#lines[0]?.includes("|") === true &&
      line.includes("|") && TABLE_RULE.test(line);
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
