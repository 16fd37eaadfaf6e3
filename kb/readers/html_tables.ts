import type { Block } from "../read_sections.ts";
import {
  attribute,
  findElements,
  headingLevel,
  type HtmlElement,
  isElement,
  isLeftOut,
} from "./html_elements.ts";
import { textLine } from "./html_text.ts";
import { tableBlocks } from "./table_blocks.ts";

/** A cell that claims to cover more columns than this is mistaken, or means harm. */
const WIDEST_SPAN = 100;

/**
 * Says whether a table holds data, and is no scaffold for a page's layout: it has two rows and two columns, and no
 * heading, list or table in its cells.
 *
 * @param table A `<table>`.
 * @returns True when its rows and columns mean something.
 */
export function isDataTable(table: HtmlElement): boolean {
  const rows = rowsOf(table);
  return rows.length > 1 && rows.some((row) => cellsOf(row).length > 1) &&
    findElements(table, (element) => headingLevel(element) > 0 || /^(?:table|pre)$/.test(element.tagName))
        .length === 0;
}

/**
 * Reads a data table. Its first row is its header, or all rows of its `<thead>` together.
 *
 * @param table A `<table>`.
 * @returns Its caption, when it has one, and its blocks.
 */
export function readTable(table: HtmlElement): Block[] {
  const captions = findElements(table, (element) => element.tagName === "caption", notNested);
  const caption = captions.map((element) => textLine(element.childNodes)).find((text) => text !== "");
  const rows = rowsOf(table);
  const heads = Math.max(1, rows.findIndex((row) => !isHeaderRow(row)));
  const header = rows.slice(0, heads).map(textsOf).reduce(joinHeaders);
  return [
    ...(caption === undefined ? [] : [{ kind: "prose" as const, lines: [caption] }]),
    ...tableBlocks(header, rows.slice(heads).map(textsOf)),
  ];
}

function rowsOf(table: HtmlElement): HtmlElement[] {
  const rows = findElements(table, (element) => element.tagName === "tr", notNested);
  return rows.filter((row) => !isLeftOut(row) && textLine(row.childNodes) !== "");
}

function notNested(element: HtmlElement): boolean {
  return element.tagName !== "table";
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.childNodes.filter(isElement).filter((cell) => /^t[dh]$/.test(cell.tagName) && !isLeftOut(cell));
}

function isHeaderRow(row: HtmlElement): boolean {
  const parent = row.parentNode;
  return parent !== null && isElement(parent) && parent.tagName === "thead";
}

function textsOf(row: HtmlElement): string[] {
  return cellsOf(row).flatMap((cell) => {
    const span = Math.min(WIDEST_SPAN, Math.max(1, Number(attribute(cell, "colspan")) || 1));
    return [textLine(cell.childNodes), ...Array<string>(Math.trunc(span) - 1).fill("")];
  });
}

/** Of two rows of headings the lower one is the more exact; a group's name above it is kept once. */
function joinHeaders(upper: readonly string[], lower: readonly string[]): string[] {
  const width = Math.max(upper.length, lower.length);
  return Array.from(
    { length: width },
    (_, at) => [upper[at], lower[at]].filter((text) => text !== undefined && text !== "").join(" "),
  );
}
