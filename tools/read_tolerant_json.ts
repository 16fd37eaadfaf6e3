/**
 * Reads JSON that is not quite JSON, and says what it made of it.
 *
 * @module
 */
import { type ObjectNode, parse, type Token, type ValueNode } from "@humanwhocodes/momoa";
import { isExactNumber } from "./is_exact_number.ts";
import type { JsonValue } from "./types.ts";

/** What was read otherwise than it was written. */
export interface JsonProblem {
  /** What and where, never the value: `NaN at line 1, column 11 became null`. */
  readonly message: string;
  /** Whether something was lost. A comment is not; a number that does not fit is. */
  readonly isLoss: boolean;
}

/** A document as it was read. */
export interface TolerantJson {
  readonly value: JsonValue;
  /** Empty for a document that means the same to every reader. */
  readonly problems: readonly JsonProblem[];
}

/**
 * Reads a document in the manner of JSON5: a byte order mark, comments, trailing commas, single quotes, bare keys and raw
 * control characters do no harm, NaN and Infinity become `null`. Repeated keys and numbers that JavaScript cannot hold
 * are read as `JSON.parse` reads them, and reported. Half a document is never taken for a whole one.
 *
 * @param source Text, or bytes in UTF-8.
 * @param options `strict`: refuse what would be reported, which leaves I-JSON (RFC 7493).
 * @throws {SyntaxError} If it is no whole document, or is nested too deeply, or has a problem and `strict` is on.
 *
 * @example
 * ```ts
 * readTolerantJson('{"eta":NaN,}').value; // { eta: null }
 * ```
 */
export function readTolerantJson(
  source: string | Uint8Array,
  { strict = false }: { readonly strict?: boolean } = {},
): TolerantJson {
  const problems: JsonProblem[] = [];
  const text = withoutMark(typeof source === "string" ? source : decode(source, problems), problems);
  const { body, tokens = [] } = parseDocument(text);
  problems.push(...looseTokens(tokens, text));
  const value = valueOf(body, text, problems);
  if (problems.length === 0 && !isJson(text)) {
    problems.push({ message: "Loose syntax was read", isLoss: false });
  }
  const [first] = problems;
  if (strict && first) {
    throw new SyntaxError(
      `Cannot read JSON strictly: ${first.message}. Mend the sender, or allow what is not strict`,
    );
  }
  return { value, problems };
}

function decode(bytes: Uint8Array, problems: JsonProblem[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    problems.push({ message: "Bytes that are no UTF-8 became U+FFFD", isLoss: true });
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

function withoutMark(text: string, problems: JsonProblem[]): string {
  if (!text.startsWith("\uFEFF")) return text;
  problems.push({ message: "A byte order mark was left out", isLoss: false });
  return text.slice(1);
}

function parseDocument(text: string): ReturnType<typeof parse> {
  try {
    // Momoa 3.3.13 never returns from a text whose last character is a backslash in a string.
    return parse(`${text}\n`, { mode: "json5", ranges: true, tokens: true });
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new SyntaxError("Cannot read JSON: it is nested too deeply. Send a flatter document", { cause });
    }
    // The parser's own message quotes the document.
    const { line, column } = Object(cause) as { line?: number; column?: number };
    throw new SyntaxError(
      `Cannot read JSON: it ends or goes wrong at line ${line}, column ${column}. Send the whole document`,
    );
  }
}

function looseTokens(tokens: readonly Token[], text: string): JsonProblem[] {
  const significant = tokens.filter(({ type }) => !type.endsWith("Comment"));
  const loose = (what: string, { loc }: Token) => ({
    message: `${what} at line ${loc.start.line}, column ${loc.start.column} was read`,
    isLoss: false,
  });
  return [
    ...tokens.filter(({ type }) => type.endsWith("Comment")).map((token) => loose("A comment", token)),
    ...significant.filter(({ type }, at) =>
      type === "Comma" && /^R(Brace|Bracket)$/.test(significant[at + 1]?.type ?? "")
    ).map((token) => loose("A trailing comma", token)),
    ...significant.filter(({ type, loc }) =>
      type === "Identifier" || (type === "String" && text[loc.start.offset] === "'")
    ).map((token) => loose("A name or text without double quotes", token)),
  ];
}

function valueOf(node: ValueNode, text: string, problems: JsonProblem[]): JsonValue {
  const lose = (what: string, became: string) => {
    const { line, column } = node.loc.start;
    problems.push({ message: `${what} at line ${line}, column ${column} ${became}`, isLoss: true });
    return null;
  };
  switch (node.type) {
    case "Object":
      return objectOf(node, text, problems);
    case "Array":
      return node.elements.map((element) => valueOf(element.value, text, problems));
    case "NaN":
    case "Infinity":
      return lose(node.type, "became null");
    case "Number": {
      if (isExactNumber(text.slice(node.loc.start.offset, node.loc.end.offset))) return node.value;
      if (!Number.isFinite(node.value)) return lose("A number that is too large", "became null");
      lose("A number with too many digits", "was rounded");
      return node.value;
    }
    case "Null":
      return null;
    default:
      return node.value;
  }
}

function objectOf({ members }: ObjectNode, text: string, problems: JsonProblem[]): JsonValue {
  const fields = new Map<string, JsonValue>();
  for (const { name, value, loc } of members) {
    const key = name.type === "String" ? name.value : name.name;
    if (fields.has(key)) {
      const { line, column } = loc.start;
      problems.push({
        message: `A key at line ${line}, column ${column} replaced an earlier one of the same name`,
        isLoss: true,
      });
    }
    fields.set(key, valueOf(value, text, problems));
  }
  // Unlike assignment this makes `__proto__` a key like any other, as JSON.parse does.
  return Object.fromEntries(fields);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
