import {
  attribute,
  findElements,
  headingLevel,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isLeftOut,
} from "./html_elements.ts";
import { textLines } from "./html_text.ts";

const LISTS = /^(?:ul|ol|menu|dir|dl)$/;

/**
 * Says whether an element is a list.
 *
 * @param node Any node.
 * @returns True for lists of each kind.
 *
 * @example
 * ```ts
 * isList(parseFragment("<ol><li>One</li></ol>").childNodes[0]); // true
 * ```
 */
export function isList(node: HtmlNode): node is HtmlElement {
  return isElement(node) && LISTS.test(node.tagName);
}

/**
 * Says whether a list is no more than lines: it has no heading, table or preformatted text in its items.
 *
 * @param list A list.
 * @returns True when {@linkcode listLines} loses nothing of it.
 *
 * @example
 * ```ts
 * if (isPlainList(list)) lines.push(...listLines(list));
 * ```
 */
export function isPlainList(list: HtmlElement): boolean {
  const complex = (element: HtmlElement) =>
    headingLevel(element) > 0 || /^(?:table|pre)$/.test(element.tagName);
  return findElements(list, complex).length === 0;
}

/**
 * Writes a list as lines: an item a line, with a dash or the number that the page gives it, and two spaces more for each
 * level below.
 *
 * @param list A list.
 * @param depth How deep it is nested. @default {0}
 * @returns Its lines.
 *
 * @example
 * ```ts
 * listLines(ol); // ["1. Ask", "2. Book", "  - by train"]
 * ```
 */
export function listLines(list: HtmlElement, depth = 0): string[] {
  const indent = "  ".repeat(depth);
  let number = numberOf(list, "start") ?? 1;
  return list.childNodes.flatMap((child): string[] => {
    if (isList(child)) return listLines(child, depth + 1);
    if (isElement(child) && isLeftOut(child)) return [];
    const bullet = isElement(child) ? bulletOf(list, child, number = numberOf(child, "value") ?? number) : "";
    if (isElement(child)) number++;
    const [first, ...rest] = textLines([child], isList);
    const nested = findElements(child, isList, (element) => !isList(element));
    const below = nested.filter((inner) => !isLeftOut(inner)).flatMap((inner) => listLines(inner, depth + 1));
    if (first === undefined) return below;
    return [`${indent}${bullet}${first}`, ...rest.map((line) => `${indent}  ${line}`), ...below];
  });
}

function bulletOf(list: HtmlElement, item: HtmlElement, number: number): string {
  if (list.tagName === "dl") return item.tagName === "dd" ? "  " : "";
  return list.tagName === "ol" ? `${number}. ` : "- ";
}

function numberOf(element: HtmlElement, name: string): number | undefined {
  const number = Number.parseInt(attribute(element, name) ?? "", 10);
  return Number.isNaN(number) ? undefined : number;
}
