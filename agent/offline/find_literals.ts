import type { JsonValue } from "../../tools/types.ts";
import type { TextSpan } from "./text_span.ts";

/** A list or an object written out in a text. */
export interface LiteralMention extends TextSpan {
  readonly value: JsonValue[] | { [key: string]: JsonValue };
}

const BRACKETED = /\[[^[\]]*\]|\{[^{}]*\}|\((?:\s*-?\d+(?:\.\d+)?\s*,)+\s*-?\d+(?:\.\d+)?\s*\)/g;
const NESTED = /\[\s*[[{(].*?[\])}]\s*\]/g;
const BARE =
  /(?<![\w.,])-?\d+(?:\.\d+)?(?:\s*,\s*(?:and\s+)?-?\d+(?:\.\d+)?)+(?:\s*,?\s+and\s+-?\d+(?:\.\d+)?)?(?![\w,])/gi;

/**
 * Finds lists (`[3, 2, 1]`, `(3,4)`, `['Sam', 'Alice']`), objects (`{'math': 90}`) and bare runs of numbers
 * (`3, 4 and 5`) in a text.
 *
 * @param text The text, with full-width characters folded.
 * @returns Bracketed literals first, then bare runs.
 *
 * @example
 * ```ts
 * findLiterals("A(3,4)"); // [{ value: [3, 4], start: 1, end: 6 }]
 * ```
 */
export function findLiterals(text: string): LiteralMention[] {
  const nested = [...text.matchAll(NESTED)].flatMap((match) => {
    const value = json(match[0]);
    return value === undefined
      ? []
      : [{ value, start: match.index ?? 0, end: (match.index ?? 0) + match[0].length }];
  });
  const bracketed = [...text.matchAll(BRACKETED)].flatMap((match) => {
    // [[PHONE_1]] stands for a masked value, it is no list.
    if (text.startsWith("[[", (match.index ?? 0) - 1) && !/[,\d]/.test(match[0].at(1) ?? "")) return [];
    const value = parse(match[0]);
    return value === undefined
      ? []
      : [{ value, start: match.index ?? 0, end: (match.index ?? 0) + match[0].length }];
  });
  const bare = [...text.matchAll(BARE)].flatMap((match) => {
    const start = match.index ?? 0;
    const inside = bracketed.some((other) => start >= other.start && start < other.end);
    // "1,000" is a number, not a list of two.
    if (inside || /^-?\d{1,3}(?:,\d{3})+$/.test(match[0])) return [];
    const value = [...match[0].matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
    return [{ value, start, end: start + match[0].length }];
  });
  return [...nested, ...bracketed, ...bare];
}

function json(literal: string): LiteralMention["value"] | undefined {
  try {
    const value: unknown = JSON.parse(literal.replaceAll("'", '"').replaceAll("(", "[").replaceAll(")", "]"));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Python and JavaScript spellings are common in requests: quotes, brackets and bare words are adapted. */
function parse(literal: string): LiteralMention["value"] | undefined {
  const inner = literal.slice(1, -1);
  if (literal.startsWith("{")) return parseObject(inner);
  const items = inner.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return items.length > 0 ? items.map(scalar) : undefined;
}

function parseObject(inner: string): { [key: string]: JsonValue } | undefined {
  const pairs = inner.split(",").map((pair) => /^\s*['"]?([^'":]+)['"]?\s*:\s*(.+?)\s*$/.exec(pair));
  const entries = pairs.flatMap((pair) =>
    pair ? [[(pair[1] ?? "").trim(), scalar(pair[2] ?? "")] as const] : []
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function scalar(part: string): JsonValue {
  const text = part.trim().replace(/^(['"])(.*)\1$/, "$2");
  if (/^-?\d+(?:\.\d+)?$/.test(text) && text === part.trim()) return Number(text);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}
