/**
 * Reads the arguments of a call as weak models write them, and says how sure the reading is.
 *
 * @module
 */
import { jsonrepair } from "jsonrepair";
import { readTolerantJson } from "../../tools/read_tolerant_json.ts";
import type { JsonObject, JsonValue } from "../../tools/types.ts";
import { plainJsonText } from "./plain_json_text.ts";

/**
 * How sure a reading is.
 *
 * - `intact`: nothing had to be done.
 * - `lossless`: only the wrapping was off; every reader would take it for the same arguments. Good for any tool.
 * - `ambiguous`: something is missing or there is too much. Good for tools that change nothing.
 * - `unreadable`: any reading would be a guess. Good for no tool.
 */
export type RepairTier = "intact" | "lossless" | "ambiguous" | "unreadable";

/** Arguments as they were read. */
export interface RepairedArguments {
  readonly tier: RepairTier;
  /** Empty when they are unreadable. */
  readonly value: JsonObject;
  /** What was done, in order; never a value. */
  readonly repairs: readonly string[];
}

/** What is known of the tool that was called. */
export interface RepairOptions {
  /** Its name. */
  readonly tool: string;
  /** The names of its parameters: one of those is no wrapper. */
  readonly fields: readonly string[];
}

/** Deeper arguments than this are no arguments, and overflow parsers. */
const MAX_DEPTH = 64;
/** More than this is not mended, in characters. */
const MAX_LENGTH = 262_144;
const WRAPPERS = ["arguments", "parameters", "args", "input"];

const UNREADABLE: RepairedArguments = { tier: "unreadable", value: {}, repairs: [] };

/**
 * Reads arguments.
 *
 * @param text What the model wrote.
 * @param options See {@linkcode RepairOptions}.
 * @returns See {@linkcode RepairedArguments}; never throws.
 *
 * @example
 * ```ts
 * repairArguments('{"orderId":"A-1024",}', { tool: "order_query_status", fields: ["orderId"] }).tier; // "lossless"
 * repairArguments('{"amount":1', { tool: "order_refund", fields: ["amount"] }).tier; // "unreadable"
 * ```
 */
export function repairArguments(text: string, { tool, fields }: RepairOptions): RepairedArguments {
  if (depthOf(text) > MAX_DEPTH) return UNREADABLE;
  const read = unwrap(readText(text, 0), tool, fields);
  return hasForbiddenKey(read.value) ? UNREADABLE : read;
}

function readText(text: string, level: number): RepairedArguments {
  if (parseJson(text) !== undefined) return judge(readTolerantJson(text), level, []);
  if (text.length > MAX_LENGTH) return UNREADABLE;
  const { text: plain, repairs } = plainJsonText(text);
  if (plain === "") return { tier: "lossless", value: {}, repairs: ["empty arguments"] };
  if (hasOddEscape(plain)) return UNREADABLE;
  const whole = tolerant(plain);
  if (whole) {
    const isLoose = parseJson(plain) === undefined;
    return judge(whole, level, isLoose ? [...repairs, "loose JSON"] : repairs);
  }
  const first = firstObject(plain);
  if (first) {
    return { tier: "ambiguous", value: first, repairs: [...repairs, "the first object of more text"] };
  }
  const closed = closeOpenEnds(plain);
  return closed ? { tier: "ambiguous", value: closed, repairs: [...repairs, "missing marks"] } : UNREADABLE;
}

type Reading = ReturnType<typeof readTolerantJson>;

function judge(
  { value, problems }: Reading,
  level: number,
  repairs: readonly string[],
): RepairedArguments {
  if (value === null) return { tier: "lossless", value: {}, repairs: [...repairs, "empty arguments"] };
  if (typeof value === "string" && level < 2) {
    const inner = readText(value, level + 1);
    const tier = inner.tier === "intact" ? "lossless" : inner.tier;
    return { ...inner, tier, repairs: [...repairs, "double encoding", ...inner.repairs] };
  }
  if (!isObject(value)) return UNREADABLE;
  if (problems.some(({ isLoss }) => isLoss)) {
    return {
      tier: "ambiguous",
      value,
      repairs: [...repairs, "a repeated key or a number that does not fit"],
    };
  }
  return { tier: repairs.length > 0 ? "lossless" : "intact", value, repairs };
}

/** Takes off one `{"arguments": …}`, with the tool's name beside it or not. */
function unwrap(read: RepairedArguments, tool: string, fields: readonly string[]): RepairedArguments {
  const { name, ...rest } = read.value;
  const keys = Object.keys(rest);
  const [key] = keys;
  if (key === undefined || keys.length > 1 || !WRAPPERS.includes(key) || fields.includes(key)) return read;
  if (name !== undefined && (name !== tool || fields.includes("name"))) return read;
  const content = rest[key];
  const inner = typeof content === "string"
    ? readText(content, 1)
    : isObject(content)
    ? { tier: "intact" as const, value: content, repairs: [] }
    : undefined;
  if (!inner || inner.tier === "unreadable") return read;
  const isAmbiguous = read.tier === "ambiguous" || inner.tier === "ambiguous";
  return {
    tier: isAmbiguous ? "ambiguous" : "lossless",
    value: inner.value,
    repairs: [...read.repairs, "a wrapper", ...inner.repairs],
  };
}

/** The first of several objects, or the object amid other words. */
function firstObject(text: string): JsonObject | undefined {
  const start = text.indexOf("{");
  const end = start < 0 ? undefined : endOfObject(text, start);
  if (end === undefined) return undefined;
  const read = tolerant(text.slice(start, end));
  return read && isObject(read.value) && read.problems.every(({ isLoss }) => !isLoss)
    ? read.value
    : undefined;
}

/** The position behind the brace that closes the one at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]/gs)) {
    if (index < start) continue;
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return index + 1;
  }
  return undefined;
}

/** Puts in brackets and quotes that are missing; a number or word that may have been cut is not completed. */
function closeOpenEnds(text: string): JsonObject | undefined {
  const isInString = (text.replace(/\\./gs, "").match(/"/g) ?? []).length % 2 === 1;
  if (!text.startsWith("{") || (!isInString && /[\w.+:-]$/.test(text))) return undefined;
  try {
    const value: unknown = JSON.parse(jsonrepair(text));
    return isObject(value) && textsOf(value).every((part) => isIn(part, text)) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What the parser made up is no argument. */
function isIn(part: string, text: string): boolean {
  return text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1));
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsOf)];
}

/** A backslash that JSON does not know: `C:\Users\new` is a path to one reader and a line break to the next. */
function hasOddEscape(text: string): boolean {
  return text.replaceAll(/\\(?:["\\/bfnrt']|u[0-9a-f]{4})/gi, "").includes("\\");
}

/** The AI SDK refuses these, and so does everybody who has read about them. */
function hasForbiddenKey(value: JsonObject): boolean {
  return /"(?:__proto__|constructor)":/.test(JSON.stringify(value));
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\]]/gs)) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, ++depth);
    else if (token === "}" || token === "]") depth--;
  }
  return deepest;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tolerant(text: string): Reading | undefined {
  try {
    return readTolerantJson(text);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
