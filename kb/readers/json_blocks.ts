import type { Block } from "../read_sections.ts";
import { tableBlocks } from "./table_blocks.ts";

/** A value of JSON whose numbers are kept as they were written. */
export type JsonValue = string | boolean | null | readonly JsonValue[] | {
  readonly [key: string]: JsonValue;
};

/** Below this depth nothing is read. */
const DEEPEST = 64;

/** A path stands before each value below it; of a longer one the innermost keys do, in UTF-16 units. */
const LONGEST_PATH = 400;

/**
 * Parses JSON and keeps numbers as they stand, because an order number of twenty digits is no quantity.
 *
 * @param text JSON.
 * @returns The value, with strings in place of numbers.
 * @throws {SyntaxError} when it is no JSON.
 *
 * @example
 * ```ts
 * parseJson('{"id":12345678901234567890}'); // { id: "12345678901234567890" }
 * ```
 */
export function parseJson(text: string): JsonValue {
  const keep = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === "number" ? context?.source ?? String(value) : value;
  return JSON.parse(text, keep);
}

/**
 * Writes a value as blocks. Objects that all have the same keys with plain values are a table; other items of an array
 * are a record each; all else is `path: value` lines.
 *
 * @param value The value.
 * @param path The keys that lead to it, joined by dots. @default {""}
 * @param depth How deep it is nested. @default {0}
 * @returns Its blocks; none for an empty array or object.
 *
 * @example
 * ```ts
 * jsonBlocks([{ city: "上海", limit: "500" }]); // [{ kind: "table", lines: ["| city | limit |", "| --- | --- |", "| 上海 | 500 |"] }]
 * ```
 */
export function jsonBlocks(value: JsonValue, path = "", depth = 0): Block[] {
  if (isArray(value)) return arrayBlocks(value, path, depth);
  const blocks: Block[] = [];
  let lines = isObject(value) ? [] : scalarLines(path, value);
  for (const [key, inner] of isObject(value) ? Object.entries(value) : []) {
    lines.push(...longKey(key));
    if (holdsRecords(inner, depth)) {
      if (lines.length > 0) blocks.push({ kind: "lines", lines });
      lines = [];
      blocks.push(...jsonBlocks(inner, joined(path, key), depth + 1));
    } else {
      lines.push(...flatLines(inner, joined(path, key), depth + 1));
    }
  }
  return lines.length > 0 ? [...blocks, { kind: "lines", lines }] : blocks;
}

function arrayBlocks(items: readonly JsonValue[], path: string, depth: number): Block[] {
  const caption: Block[] = path === "" || items.length === 0 ? [] : [{ kind: "prose", lines: [`${path}:`] }];
  const keys = commonKeys(items);
  if (keys !== undefined) {
    const rows = items.filter(isObject).map((item) => keys.map((key) => scalarText(item[key] ?? null)));
    return [...caption, ...tableBlocks(keys, rows)];
  }
  if (!items.some(isComposite)) {
    const lines = items.flatMap((item) => scalarLines("", item));
    return lines.length > 0 ? [...caption, { kind: "lines", lines }] : [];
  }
  const records = items.map((item): Block => ({ kind: "record", lines: flatLines(item, "", depth + 1) }));
  return [...caption, ...records.filter(({ lines }) => lines.length > 0)];
}

/** Somewhere in it is an array of more than plain values. */
function holdsRecords(value: JsonValue, depth: number): boolean {
  if (!isComposite(value) || depth > DEEPEST) return false;
  if (isArray(value)) return value.some(isComposite);
  return Object.values(value).some((inner) => holdsRecords(inner, depth + 1));
}

/** Undefined unless every item is an object of plain values with the keys of the first, in any order. */
function commonKeys(items: readonly JsonValue[]): string[] | undefined {
  const [first] = items;
  if (first === undefined || !isObject(first)) return undefined;
  const keys = Object.keys(first);
  const uniform = keys.length > 0 &&
    items.every((item) =>
      isObject(item) && Object.keys(item).length === keys.length &&
      keys.every((key) => Object.hasOwn(item, key) && !isComposite(item[key] ?? null))
    );
  return uniform ? keys : undefined;
}

function flatLines(value: JsonValue, path: string, depth: number): string[] {
  if (!isComposite(value)) return scalarLines(path, value);
  if (depth > DEEPEST) return [`${path}: …`];
  if (isArray(value) && !value.some(isComposite)) {
    const texts = value.map(scalarText).filter((text) => text !== "");
    return texts.length > 0 ? scalarLines(path, texts.join(", ")) : [];
  }
  const entries = isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => [
    ...longKey(String(key)),
    ...flatLines(inner, joined(path, String(key)), depth + 1),
  ]);
}

function scalarLines(path: string, value: JsonValue): string[] {
  const [first = "", ...rest] = scalarText(value).split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  if (first === "") return [];
  return [path === "" ? first : `${path}: ${first}`, ...rest];
}

function scalarText(value: JsonValue): string {
  return value === null ? "" : String(value);
}

function joined(path: string, key: string): string {
  const whole = path === "" ? key : `${path}.${key}`;
  return whole.length <= LONGEST_PATH ? whole : `…${whole.slice(-LONGEST_PATH)}`;
}

/** What a path would lose stands on lines of its own, once. */
function longKey(key: string): string[] {
  return key.length > LONGEST_PATH ? scalarLines("", key) : [];
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Composite = readonly JsonValue[] | { readonly [key: string]: JsonValue };

function isComposite(value: JsonValue): value is Composite {
  return typeof value === "object" && value !== null;
}
