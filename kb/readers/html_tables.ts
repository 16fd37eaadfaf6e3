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

/** Cells further right reach into no row below: a hundred that do would make a thousand letters of a row of ten. */
const REACHING_COLUMNS = 20;

/** So much of what the cells above cover is said again in a row, in UTF-16 units: a million rows may lie below them. */
const MOST_REPEATED = 100;

/** A cell that reaches into the rows below. */
interface Spanning {
  /** How many of them are left. */
  readonly rows: number;
  /** What it says in each. */
  readonly text: string;
}

/**
 * Says whether a table holds data, and is no scaffold for a page's layout: it has two rows and two columns, and no
 * heading, table or preformatted text in its cells.
 *
 * @param table A `<table>`.
 * @returns True when its rows and columns mean something.
 *
 * @example
 * ```ts
 * if (isDataTable(table)) blocks.push(...readTable(table));
 * ```
 */
export function isDataTable(table: HtmlElement): boolean {
  const rows = rowsOf(table).filter(hasText);
  return rows.length > 1 && rows.some((row) => cellsOf(row).length > 1) &&
    findElements(table, (element) => headingLevel(element) > 0 || /^(?:table|pre)$/.test(element.tagName))
        .length === 0;
}

/**
 * Reads a data table. Its first row is its header, or all rows of its `<thead>` together. A cell that covers several rows
 * is said again in each of them, since a row may be found alone; one of the header is not.
 *
 * @param table A `<table>`.
 * @returns Its caption, when it has one, and its blocks.
 *
 * @example
 * ```ts
 * const blocks = readTable(table);
 * ```
 */
export function readTable(table: HtmlElement): Block[] {
  const captions = findElements(table, (element) => element.tagName === "caption", notNested);
  const caption = captions.map((element) => textLine(element.childNodes)).find((text) => text !== "");
  const rows = rowsOf(table);
  // Also an empty row is one that cells above it reach into.
  const filled = laidOut(rows).filter(({ row }) => hasText(row));
  const heads = Math.max(1, filled.findIndex(({ row }) => !isHeaderRow(row)));
  const header = filled.slice(0, heads).map(({ texts }) => texts).reduce(joinHeaders);
  return [
    ...(caption === undefined ? [] : [{ kind: "prose" as const, lines: [caption] }]),
    ...tableBlocks(header, filled.slice(heads).map(({ texts }) => texts)),
  ];
}

function rowsOf(table: HtmlElement): HtmlElement[] {
  const rows = findElements(table, (element) => element.tagName === "tr", notNested);
  return rows.filter((row) => !isLeftOut(row));
}

function hasText(row: HtmlElement): boolean {
  return textLine(row.childNodes) !== "";
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

/** Rows and their texts, each at its column. A cell reaches no further down than its `<thead>`, `<tbody>` or `<tfoot>`. */
function laidOut(rows: readonly HtmlElement[]): { row: HtmlElement; texts: string[] }[] {
  let above: Spanning[] = [];
  return rows.map((row, at) => {
    if (row.parentNode !== rows[at - 1]?.parentNode) above = [];
    const { texts, below } = layOut(row, above, at > 0 && !isHeaderRow(row));
    above = below;
    return { row, texts };
  });
}

/** A row's texts, and what reaches from it and from above it into the next one. */
function layOut(
  row: HtmlElement,
  above: readonly (Spanning | undefined)[],
  isRepeated: boolean,
): { texts: string[]; below: Spanning[] } {
  const texts: string[] = [];
  const below: Spanning[] = [];
  let room = MOST_REPEATED;
  const takeOver = ({ rows, text }: Spanning) => {
    if (rows > 1) below[texts.length] = { rows: rows - 1, text };
    room -= text.length;
    texts.push(room < 0 ? "" : text);
  };
  for (const cell of cellsOf(row)) {
    for (let span = above[texts.length]; span; span = above[texts.length]) takeOver(span);
    const text = textLine(cell.childNodes);
    const rows = rowsOfCell(cell);
    for (let column = 0; column < columnsOfCell(cell); column++) {
      const own = column === 0 ? text : "";
      if (rows > 1 && texts.length < REACHING_COLUMNS) {
        below[texts.length] = { rows: rows - 1, text: isRepeated ? own : "" };
      }
      texts.push(own);
    }
  }
  while (texts.length < above.length) takeOver(above[texts.length] ?? { rows: 1, text: "" });
  // What is missing at the end of a row is filled up to the header's width and no further.
  if (isRepeated) texts.length = texts.findLastIndex((text) => text !== "") + 1;
  return { texts, below };
}

function columnsOfCell(cell: HtmlElement): number {
  return Math.trunc(Math.min(WIDEST_SPAN, Math.max(1, Number(attribute(cell, "colspan")) || 1)));
}

/** Zero means all that are left (HTML, 4.9.11, "Attributes common to td and th elements"). */
function rowsOfCell(cell: HtmlElement): number {
  const rows = Number.parseInt(attribute(cell, "rowspan") ?? "", 10);
  return rows === 0 ? Infinity : Math.max(1, rows || 1);
}

/** Of two rows of headings the lower one is the more exact; a group's name above it is kept once. */
function joinHeaders(upper: readonly string[], lower: readonly string[]): string[] {
  const width = Math.max(upper.length, lower.length);
  return Array.from(
    { length: width },
    (_, at) => [upper[at], lower[at]].filter((text) => text !== undefined && text !== "").join(" "),
  );
}
