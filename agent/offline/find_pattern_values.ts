import type { SchemaField } from "./schema_field.ts";
import type { TextSpan } from "./text_span.ts";

/** A piece of a text that has a field's shape, written so that it matches. */
export interface PatternMention extends TextSpan {
  readonly value: string;
}

/** A pattern that these match says nothing about what a value looks like. */
const ORDINARY = ["lorem", "Lorem", "你好", "lorem ipsum"];

/**
 * Does the pattern tell a value from ordinary words?
 *
 * @param field A field.
 * @returns `true` when text can be searched by the pattern.
 *
 * @example
 * ```ts
 * isTelling({ ...field, pattern: /^[A-Z]-\d{4}$/u }); // true
 * ```
 */
export function isTelling(field: SchemaField): field is SchemaField & { pattern: RegExp } {
  const { pattern } = field;
  return pattern !== undefined && field.type === "string" && !ORDINARY.some((text) => pattern.test(text));
}

/**
 * Searches a text for values that match a field's pattern. The anchors of the pattern are replaced by a check
 * of the neighbouring characters, so that no piece of a longer identifier is taken; lower case is raised (or
 * upper case lowered) when only then the pattern matches.
 *
 * @param field A field with a pattern.
 * @param text The text, with full-width characters folded.
 * @returns Distinct values in order.
 *
 * @example
 * ```ts
 * findPatternValues(orderId, "where is a-1024?"); // [{ value: "A-1024", start: 9, end: 15 }]
 * ```
 */
export function findPatternValues(field: SchemaField & { pattern: RegExp }, text: string): PatternMention[] {
  const source = field.pattern.source.replace(/^\^/, "").replace(/\$$/, "");
  const found: PatternMention[] = [];
  for (const shaped of [text, upper(text), lower(text)]) {
    for (const match of shaped.matchAll(new RegExp(source, "gu"))) {
      const start = match.index ?? 0;
      const end = start + match[0].length;
      const known = found.some((other) => other.value === match[0] || start < other.end && other.start < end);
      if (match[0] !== "" && !known && isBounded(text, start, end) && field.pattern.test(match[0])) {
        found.push({ value: match[0], start, end });
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function isBounded(text: string, start: number, end: number): boolean {
  return !/[\w-]$/.test(text.slice(0, start)) && !/^(?:\w|-\w)/.test(text.slice(end));
}

/** Case mapping of ASCII only: others may change the length. */
function upper(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
