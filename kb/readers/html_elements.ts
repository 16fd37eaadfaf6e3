import type { DefaultTreeAdapterTypes } from "parse5";

/** A node of the tree that parse5 makes. */
export type HtmlNode = DefaultTreeAdapterTypes.Node;

/** An element of that tree. */
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** What a reader of the page never reads. */
const UNREAD = new Set(
  ("audio base button canvas datalist embed iframe input link map meta meter nav noscript object progress " +
    "rp rt script search select style svg template textarea video").split(" "),
);

const UNREAD_ROLES = new Set([
  "banner",
  "complementary",
  "contentinfo",
  "menu",
  "menubar",
  "navigation",
  "search",
  "toolbar",
]);

/** A header or footer in one of these belongs to it, not to the page (HTML-AAM 1.0, header and footer). */
const SECTIONING = new Set(["article", "main", "section"]);

/** An aside in one of these is a note to its text, not the page's margin (HTML-AAM 1.0, aside). */
const ARTICLES = new Set(["article", "section"]);

/** What links within a page show that only lead to where they stand, or back: anchors of headings, ends of footnotes. */
const ANCHOR_TEXT = /^[\s\ufe0e\ufe0f]*(?:[↑↩¶#§]|🔗)[\s\ufe0e\ufe0f]*$/u;

/** Elements that begin and end a line of their own. */
const BLOCKS = new Set(
  ("address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form header hgroup hr html legend li main menu ol optgroup p section summary table tbody td tfoot th " +
    "thead tr ul").split(" "),
);

/**
 * Narrows a node to an element.
 *
 * @param node Any node.
 * @returns True for an element.
 */
export function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

/**
 * Reads an attribute.
 *
 * @param element An element.
 * @param name The attribute's name in lower case.
 * @returns Its value; undefined when the element does not have it.
 */
export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

/**
 * Says whether an element begins and ends a line of its own.
 *
 * @param element An element.
 * @returns True for a block, false for what stands in a line.
 */
export function isBlock(element: HtmlElement): boolean {
  return BLOCKS.has(element.tagName) || headingLevel(element) > 0 || element.tagName === "pre";
}

/**
 * Reads a heading's level.
 *
 * @param element An element.
 * @returns 1 to 6; 0 when it is no heading.
 */
export function headingLevel(element: HtmlElement): number {
  const level = /^h([1-6])$/.exec(element.tagName)?.[1];
  if (level !== undefined) return Number(level);
  if (attribute(element, "role") !== "heading") return 0;
  const aria = Number(attribute(element, "aria-level") ?? 2);
  return Number.isInteger(aria) && aria > 0 ? Math.min(aria, 6) : 2;
}

/**
 * Says whether an element holds nothing of the document's own text: navigation, the page's header, footer and margin,
 * scripts, controls, and what is hidden (K24).
 *
 * @param element An element.
 * @returns True when it, and all that is in it, is to be passed over.
 */
export function isLeftOut(element: HtmlElement): boolean {
  const { tagName } = element;
  if (UNREAD.has(tagName) || isHidden(element)) return true;
  if (UNREAD_ROLES.has(attribute(element, "role") ?? "") || isAnchor(element)) return true;
  if (tagName === "dialog") return attribute(element, "open") === undefined;
  if (tagName === "aside") return !standsIn(element, ARTICLES);
  return (tagName === "header" || tagName === "footer") && !standsIn(element, SECTIONING);
}

/**
 * Finds the elements below a node that a test accepts, itself excluded, in the order of the document.
 *
 * @param node Where to begin.
 * @param accepts The test.
 * @param enters Says which elements are looked into. @default {all}
 * @returns The elements.
 */
export function findElements(
  node: HtmlNode,
  accepts: (element: HtmlElement) => boolean,
  enters: (element: HtmlElement) => boolean = () => true,
): HtmlElement[] {
  if (!("childNodes" in node)) return [];
  return node.childNodes.filter(isElement).flatMap((child) => [
    ...(accepts(child) ? [child] : []),
    ...(enters(child) ? findElements(child, accepts, enters) : []),
  ]);
}

function isHidden(element: HtmlElement): boolean {
  const style = attribute(element, "style")?.replace(/\s/g, "").toLowerCase() ?? "";
  return attribute(element, "hidden") !== undefined || attribute(element, "aria-hidden") === "true" ||
    /(?:^|;)(?:display:none|visibility:hidden)/.test(style);
}

function isAnchor(element: HtmlElement): boolean {
  const [only, ...more] = element.childNodes;
  return element.tagName === "a" && attribute(element, "href")?.startsWith("#") === true &&
    more.length === 0 &&
    only !== undefined && "value" in only && ANCHOR_TEXT.test(only.value);
}

function standsIn(element: HtmlElement, names: ReadonlySet<string>): boolean {
  for (
    let node: HtmlNode | null = element.parentNode;
    node !== null && isElement(node);
    node = node.parentNode
  ) {
    if (names.has(node.tagName)) return true;
  }
  return false;
}
