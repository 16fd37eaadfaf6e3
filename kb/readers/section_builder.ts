import type { Block, Section } from "../read_sections.ts";

/**
 * Collects the blocks of a document under the headings that lead to them.
 *
 * @example
 * ```ts
 * const builder = new SectionBuilder();
 * builder.open(1, "Travel");
 * builder.add("prose", ["Ask first."]);
 * builder.finish(); // [{ path: ["Travel"], blocks: [{ kind: "prose", lines: ["Ask first."] }] }]
 * ```
 */
export class SectionBuilder {
  readonly #sections: Section[] = [];
  #headings: { readonly level: number; readonly title: string }[] = [];
  #blocks: Block[] = [];

  /**
   * Begins a section.
   *
   * @param level The heading's level, 1 for the outermost.
   * @param title The heading; an empty one ends the headings of its level and below.
   */
  open(level: number, title: string): void {
    this.#close();
    this.#headings = this.#headings.filter((heading) => heading.level < level);
    if (title !== "") this.#headings.push({ level, title });
  }

  /**
   * Adds a block to the section that is open.
   *
   * @param kind How it may be split.
   * @param lines Its lines; nothing is added when there are none.
   */
  add(kind: Block["kind"], lines: readonly string[]): void {
    if (lines.length > 0) this.#blocks.push({ kind, lines });
  }

  /**
   * Ends the document.
   *
   * @returns Its sections, in order.
   */
  finish(): Section[] {
    this.#close();
    return this.#sections;
  }

  #close(): void {
    const path = this.#headings.map((heading) => heading.title);
    if (this.#blocks.length > 0 || path.length > 0) this.#sections.push({ path, blocks: this.#blocks });
    this.#blocks = [];
  }
}
