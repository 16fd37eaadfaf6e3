import { defaultTreeAdapter, parse } from "parse5";
import { BilingualError } from "../bilingual_error.ts";
import type { Sections } from "../read_sections.ts";
import {
  findElements,
  headingLevel,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  isLeftOut,
} from "./html_elements.ts";
import { isList, isPlainList, listLines } from "./html_lists.ts";
import { isDataTable, readTable } from "./html_tables.ts";
import { preformattedLines, textLine, textLines } from "./html_text.ts";
import { SectionBuilder } from "./section_builder.ts";

/** No page that people read nests deeper (browsers stop at 512); the parser's time grows with depth times length. */
const DEEPEST = 512;

/**
 * Takes an HTML document apart: headings, paragraphs, lists, tables and preformatted text. What comes before the first
 * heading is kept; navigation and the rest that {@linkcode isLeftOut} names is not (K24).
 *
 * @param html The document, or a piece of one.
 * @returns Its sections, and its `<title>` when it has one.
 * @throws {Error} when elements are nested deeper than 512 levels.
 *
 * @example
 * ```ts
 * htmlSections("<title>Travel</title><p>Ask.<h2>Hotels</h2><p>Up to 500.").sections.map(({ path }) => path); // [[], ["Hotels"]]
 * ```
 */
export function htmlSections(html: string): Sections {
  const document = parse(html, { treeAdapter: depthLimited() });
  const title = findElements(
    document,
    (element) => element.tagName === "title",
    (element) => element.tagName !== "svg",
  )
    .map((element) => textOfTitle(element)).find((text) => text !== "");
  const walk = new Walk();
  const banner = bannerHeading(document);
  if (banner !== undefined) walk.visit(banner);
  walk.visitAll(document.childNodes);
  return { ...(title === undefined ? {} : { title }), sections: walk.finish() };
}

function depthLimited(): typeof defaultTreeAdapter {
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      if (++depth > DEEPEST) {
        throw new BilingualError({
          en: `its elements are nested more than ${DEEPEST} deep`,
          zh: `元素嵌套超过 ${DEEPEST} 层`,
        });
      }
    },
    onItemPop: () => {
      depth--;
    },
  };
}

function textOfTitle(title: HtmlElement): string {
  return textLine(title.childNodes);
}

/** Some pages have their only heading of the first level in the header that is left out: it names the page. */
function bannerHeading(document: HtmlNode): HtmlElement | undefined {
  const headings = findElements(document, (element) => element.tagName === "h1");
  const [only] = headings;
  if (only === undefined || headings.length > 1 || isLeftOut(only)) return undefined;
  let inHeader = false;
  for (
    let node: HtmlNode | null = only.parentNode;
    node !== null && isElement(node);
    node = node.parentNode
  ) {
    if (node.tagName === "header" && isLeftOut(node)) inHeader = true;
    else if (isLeftOut(node)) return undefined;
  }
  return inHeader ? only : undefined;
}

class Walk {
  readonly #builder = new SectionBuilder();
  #inline: HtmlNode[] = [];

  visitAll(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) this.visit(node);
  }

  visit(node: HtmlNode): void {
    if (!isElement(node)) {
      this.#inline.push(node);
    } else if (!isLeftOut(node) && node.tagName !== "head") {
      this.#visitElement(node);
    }
  }

  finish(): Sections["sections"] {
    this.#endParagraph();
    return this.#builder.finish();
  }

  #visitElement(element: HtmlElement): void {
    if (!isBlock(element) && !holdsBlocks(element)) {
      this.#inline.push(element);
      return;
    }
    this.#endParagraph();
    const level = headingLevel(element);
    if (level > 0) this.#builder.open(level, textLine(element.childNodes));
    else if (element.tagName === "pre") this.#builder.add("code", preformattedLines(element));
    else if (isList(element) && isPlainList(element)) this.#builder.add("lines", listLines(element));
    else if (element.tagName === "table" && isDataTable(element)) this.#addTable(element);
    else this.visitAll(element.childNodes);
    this.#endParagraph();
  }

  #addTable(table: HtmlElement): void {
    for (const { kind, lines } of readTable(table)) this.#builder.add(kind, lines);
  }

  #endParagraph(): void {
    this.#builder.add("prose", textLines(this.#inline));
    this.#inline = [];
  }
}

/** An `<a>` or a custom element around a whole card, say. */
function holdsBlocks(element: HtmlElement): boolean {
  return findElements(element, isBlock).length > 0;
}
