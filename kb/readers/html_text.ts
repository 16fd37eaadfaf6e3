import { collapseSpace } from "./collapse_space.ts";
import { attribute, type HtmlNode, isBlock, isElement, isLeftOut } from "./html_elements.ts";

/** Stands for a line break that means something until white space has been collapsed; no document may hold it. */
const BREAK = "\ue0ff";

/**
 * Reads the text of nodes that are one paragraph: white space collapsed, `<br>` and blocks as line ends, what
 * {@linkcode isLeftOut} leaves out left out.
 *
 * @param nodes The nodes, in order.
 * @param leaves Says which elements to pass over as well; what is before and behind them are lines of their own.
 * @default {none}
 * @returns Its lines, none of them empty.
 *
 * @example
 * ```ts
 * textLines(parseFragment("one <b>two</b><br>three").childNodes); // ["one two", "three"]
 * ```
 */
export function textLines(nodes: readonly HtmlNode[], leaves?: (node: HtmlNode) => boolean): string[] {
  const text = collapseSpace(nodes.map((node) => rawText(node, leaves)).join(""));
  return text.split(BREAK).map((line) => line.trim()).filter((line) => line !== "");
}

/**
 * Reads the text of nodes as one line.
 *
 * @param nodes The nodes, in order.
 * @returns The line; empty when they hold no text.
 *
 * @example
 * ```ts
 * textLine(parseFragment("one<br>two").childNodes); // "one two"
 * ```
 */
export function textLine(nodes: readonly HtmlNode[]): string {
  return textLines(nodes).join(" ");
}

/**
 * Reads preformatted text: every character as it stands.
 *
 * @param node The element.
 * @returns Its lines, without empty ones at the ends.
 *
 * @example
 * ```ts
 * preformattedLines(pre); // ["if (paid) {", "  refund();", "}"]
 * ```
 */
export function preformattedLines(node: HtmlNode): string[] {
  const text = rawText(node).replaceAll(BREAK, "\n");
  return text.trim() === "" ? [] : text.replace(/^(?:[ \t]*\n)+/, "").trimEnd().split("\n");
}

function rawText(node: HtmlNode, leaves?: (node: HtmlNode) => boolean): string {
  if (leaves?.(node)) return BREAK;
  if (node.nodeName === "#text" && "value" in node) return node.value.replaceAll(BREAK, "");
  if (!isElement(node) || isLeftOut(node)) return "";
  if (node.tagName === "br") return BREAK;
  if (node.tagName === "img") return attribute(node, "alt") ?? "";
  const text = node.childNodes.map((child) => rawText(child, leaves)).join("");
  return isBlock(node) ? `${BREAK}${text}${BREAK}` : text;
}
