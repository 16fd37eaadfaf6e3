/**
 * Says what does not fit a tool's schema, for a model that is to do better.
 *
 * @module
 */
import type { JSONSchema7 } from "ai";
import type { Language } from "../tools/types.ts";

/** What of zod's issues is used; every field but `path` and `message` belongs to some codes only. */
interface Issue {
  readonly code?: string;
  readonly path?: readonly PropertyKey[];
  readonly message?: string;
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly inclusive?: boolean;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
}

/** The words for each kind of issue; `undefined` leaves it to the schema's own message. */
interface Wording {
  readonly missing: string;
  readonly type: (expected: string) => string;
  readonly atLeast: (least: number, unit: string, inclusive: boolean) => string;
  readonly atMost: (most: number, unit: string, inclusive: boolean) => string;
  readonly oneOf: (values: string) => string;
  readonly form: string;
  readonly unknown: (names: string) => string;
  readonly example: (example: string) => string;
  readonly types: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, string>>;
}

const WORDING: Record<Language, Wording> = {
  en: {
    missing: "is missing",
    type: (expected) => `must be ${expected}`,
    atLeast: (least, unit, inclusive) =>
      `must be ${unit === "" ? "" : "of "}${inclusive ? "at least" : "more than"} ${least}${unit}`,
    atMost: (most, unit, inclusive) =>
      `must be ${unit === "" ? "" : "of "}${inclusive ? "at most" : "less than"} ${most}${unit}`,
    oneOf: (values) => `must be one of ${values}`,
    form: "has another form",
    unknown: (names) => `does not exist: ${names}`,
    example: (example) => `, for example ${example}`,
    types: {
      string: "text",
      number: "a number without quotes",
      int: "a whole number without quotes",
      boolean: "true or false",
      array: "a list",
      object: "an object",
    },
    units: { string: " characters", array: " entries" },
  },
  zh: {
    missing: "缺少",
    type: (expected) => `应为${expected}`,
    atLeast: (least, unit, inclusive) => `应${inclusive ? "不少于" : "大于"} ${least}${unit}`,
    atMost: (most, unit, inclusive) => `应${inclusive ? "不超过" : "小于"} ${most}${unit}`,
    oneOf: (values) => `只能是 ${values}`,
    form: "格式不对",
    unknown: (names) => `没有这个参数：${names}`,
    example: (example) => `，例如 ${example}`,
    types: {
      string: "文本",
      number: "不带引号的数字",
      int: "不带引号的整数",
      boolean: "true 或 false",
      array: "列表",
      object: "对象",
    },
    units: { string: " 个字符", array: " 项" },
  },
};

/** Where our descriptions, and most others, give an example. */
const EXAMPLE = /(?:for example|e\.g\.|such as|例如|比如)[:：,，]?\s*["“「]?([^\s,;，；、。"”」()（）]+)/i;

/** What zod says when nobody wrote a message of their own. */
const DEFAULT_MESSAGE = /^(Invalid|Too|Unrecognized)\b/;

/**
 * "field: what is wrong, for example …" for each issue. Never the value itself: it may be anybody's secret.
 *
 * @param error What a schema threw, with zod's `issues`, perhaps wrapped once more by the AI SDK.
 * @param input What was given, to tell what is missing.
 * @param schema The schema of the whole input, for examples.
 * @param language The model's.
 * @returns `undefined` when the error has no issues.
 *
 * @example
 * ```ts
 * describeMisfits(error, {}, schema, "en"); // "orderId: is missing, for example A-1024"
 * ```
 */
export function describeMisfits(
  error: unknown,
  input: unknown,
  schema: JSONSchema7,
  language: Language,
): string | undefined {
  const { issues } = Object((error as { cause?: unknown } | undefined)?.cause ?? error) as {
    issues?: unknown;
  };
  if (!Array.isArray(issues)) return undefined;
  const wording = WORDING[language];
  return issues.map((issue: Issue) => {
    const path = issue.path ?? [];
    const wrong = wrongOf(issue, valueAt(input, path) === undefined && path.length > 0, wording);
    const example = exampleOf(schemaAt(schema, path));
    const tail = example === undefined || wrong.includes(example) ? "" : wording.example(example);
    return `${path.map(String).join(".") || "input"}: ${wrong}${tail}`;
  }).join("; ");
}

/**
 * The names of the fields that do not fit, each once.
 *
 * @param error See {@linkcode describeMisfits}.
 * @returns Paths such as `lines.0.amount`; `input` where the whole does not fit. Empty when the error has no issues.
 *
 * @example
 * ```ts
 * misfitFields(error); // ["orderId"]
 * ```
 */
export function misfitFields(error: unknown): string[] {
  const { issues } = Object((error as { cause?: unknown } | undefined)?.cause ?? error) as {
    issues?: unknown;
  };
  if (!Array.isArray(issues)) return [];
  return [...new Set(issues.map(({ path }: Issue) => (path ?? []).map(String).join(".") || "input"))];
}

function wrongOf(issue: Issue, missing: boolean, wording: Wording): string {
  const { code, message = "", origin = "", inclusive = true } = issue;
  if (!DEFAULT_MESSAGE.test(message)) return message || wording.form;
  if (missing && code !== "unrecognized_keys") return wording.missing;
  const unit = wording.units[origin] ?? "";
  switch (code) {
    case "invalid_type":
      return wording.type(wording.types[issue.expected ?? ""] ?? String(issue.expected));
    case "too_small":
      return wording.atLeast(Number(issue.minimum), unit, inclusive);
    case "too_big":
      return wording.atMost(Number(issue.maximum), unit, inclusive);
    case "invalid_value":
      return wording.oneOf((issue.values ?? []).map(String).join(", "));
    case "unrecognized_keys":
      return wording.unknown((issue.keys ?? []).join(", "));
    case "invalid_format":
      return wording.form;
    default:
      return message;
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], input);
}

function schemaAt(schema: JSONSchema7, path: readonly PropertyKey[]): JSONSchema7 | undefined {
  let found: unknown = schema;
  for (const key of path) {
    const { properties, items } = Object(found) as JSONSchema7;
    found = typeof key === "number"
      ? items
      : Object.hasOwn(properties ?? {}, key)
      ? properties?.[String(key)]
      : undefined;
  }
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? found as JSONSchema7
    : undefined;
}

function exampleOf(schema: JSONSchema7 | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const [first] = Array.isArray(schema.examples) ? schema.examples : schema.enum ?? [];
  if (typeof first === "string" || typeof first === "number") return String(first);
  return EXAMPLE.exec(schema.description ?? "")?.[1];
}
