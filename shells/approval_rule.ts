/**
 * Rules about which calls ask, run or are refused, by tool and by argument.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { ToolTraits } from "../tools/types.ts";
import { canonicalJson } from "./canonical_json.ts";
import { type Bilingual, bilingual } from "../kb/bilingual_error.ts";

/** What must be true of one argument; all that is given must hold. */
export interface ArgumentPredicate {
  /** Is it given at all? */
  readonly present?: boolean | undefined;
  readonly equals?: string | number | boolean | undefined;
  readonly oneOf?: readonly (string | number | boolean)[] | undefined;
  /** A regular expression that fits somewhere in the text. */
  readonly matches?: string | undefined;
  readonly above?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly below?: number | undefined;
  readonly atMost?: number | undefined;
}

/** A rule as somebody wrote it: everything that is given must fit. */
export interface ApprovalRule {
  /** Names, aliases, or patterns in which `*` stands for anything; without it every tool. */
  readonly tools?: readonly string[] | undefined;
  readonly risk?: ToolTraits["risk"] | undefined;
  readonly kind?: ToolTraits["kind"] | undefined;
  /** By argument. */
  readonly when?: Readonly<Record<string, ArgumentPredicate>> | undefined;
  readonly action: "ask" | "allow" | "deny";
  /** Why a call is denied; reaches the model verbatim. */
  readonly reason?: string | undefined;
}

/** A rule whose tools are known. */
export interface ResolvedRule extends Omit<ApprovalRule, "tools"> {
  /** Stays the same while the rule does: a permission for the session holds for the rule that asked. */
  readonly id: string;
  /** `undefined`: every tool. */
  readonly tools: ReadonlySet<string> | undefined;
}

/** As much of a digest as tells rules apart. */
const ID_LENGTH = 12;

/**
 * Looks up the tools of rules.
 *
 * @param rules The rules as written.
 * @param names Every tool's name.
 * @param resolve Turns a name or an alias into a tool's name.
 * @throws {TypeError} If a name or a pattern fits no tool, or a regular expression is none: a rule that never fits
 *   would guard nothing.
 *
 * @example
 * ```ts
 * resolveApprovalRules([{ tools: ["order_*"], action: "ask" }], registry.names(), resolve);
 * ```
 */
export function resolveApprovalRules(
  rules: readonly ApprovalRule[],
  names: readonly string[],
  resolve: (nameOrAlias: string) => string | undefined,
): ResolvedRule[] {
  return rules.map((rule, at) => {
    const { tools, ...rest } = rule;
    const where = { en: `approval rule ${at + 1}`, zh: `审批规则第 ${at + 1} 条` };
    for (const { matches } of Object.values(rule.when ?? {})) checkExpression(matches, where);
    const id = createHash("sha256").update(canonicalJson(rule)).digest("hex").slice(0, ID_LENGTH);
    if (tools === undefined) return { ...rest, id, tools: undefined };
    return {
      ...rest,
      id,
      tools: new Set(tools.flatMap((tool) => matchingTools(tool, names, resolve, where))),
    };
  });
}

/**
 * The tools that a name, an alias or a pattern means.
 *
 * @param where What to call the place it stands in.
 * @throws {TypeError} If there are none.
 *
 * @example
 * ```ts
 * matchingTools("order_*", ["order_cancel", "kb_query"], resolve, { en: "here", zh: "此处" }); // ["order_cancel"]
 * ```
 */
export function matchingTools(
  nameOrPattern: string,
  names: readonly string[],
  resolve: (nameOrAlias: string) => string | undefined,
  where: Bilingual,
): string[] {
  const parts = nameOrPattern.split("*");
  const found = parts.length > 1
    ? names.filter((name) => fits(name, parts))
    : [resolve(nameOrPattern) ?? []].flat();
  if (found.length > 0) return found;
  throw bilingual(TypeError, {
    en: `Cannot read ${where.en}: ${JSON.stringify(nameOrPattern)} is no tool. ` +
      `Use names, aliases or patterns such as order_* from \`handrail tools list\``,
    zh: `无法读取${where.zh}：没有 ${JSON.stringify(nameOrPattern)} 这个工具。` +
      "请用 `handrail tools list` 列出的名称、别名，或 order_* 这样的模式",
  });
}

/**
 * Does a rule fit a call? An argument that cannot be compared, because it is missing or of another type, fits a rule
 * that asks or denies and does not fit one that allows: what is not known is decided the careful way.
 *
 * @param rule The rule.
 * @param call The call.
 *
 * @example
 * ```ts
 * ruleFits({ id: "r", tools: undefined, when: { amount: { above: 100 } }, action: "ask" }, call);
 * ```
 */
export function ruleFits(
  rule: ResolvedRule,
  call: { readonly name: string; readonly traits: ToolTraits; readonly input: unknown },
): boolean {
  if (!ruleConcerns(rule, call)) return false;
  const input = Object(call.input) as Record<string, unknown>;
  return Object.entries(rule.when ?? {}).every(([field, predicate]) =>
    holds(predicate, Object.hasOwn(input, field) ? input[field] : undefined) ?? rule.action !== "allow"
  );
}

/** Can a rule fit any call of this tool? */
export function ruleConcerns(
  { tools, risk, kind }: ResolvedRule,
  { name, traits }: { readonly name: string; readonly traits: ToolTraits },
): boolean {
  return (tools?.has(name) ?? true) && (risk ?? traits.risk) === traits.risk &&
    (kind ?? traits.kind) === traits.kind;
}

/** `undefined` when the value cannot be compared. */
function holds(predicate: ArgumentPredicate, value: unknown): boolean | undefined {
  const { present, equals, oneOf, matches } = predicate;
  if (present !== undefined && present !== (value !== undefined)) return false;
  const compared: (boolean | undefined)[] = [
    equals === undefined || among([equals], value),
    oneOf === undefined || among(oneOf, value),
    matches === undefined || (typeof value === "string" ? new RegExp(matches, "u").test(value) : undefined),
    ...bounds(predicate, value),
  ];
  if (compared.includes(false)) return false;
  return compared.includes(undefined) ? undefined : true;
}

function among(values: readonly unknown[], value: unknown): boolean | undefined {
  if (values.includes(value)) return true;
  return values.some((one) => typeof one === typeof value) ? false : undefined;
}

function bounds(
  { above, atLeast, below, atMost }: ArgumentPredicate,
  value: unknown,
): (boolean | undefined)[] {
  const number = typeof value === "number" ? value : undefined;
  const compare = (bound: number | undefined, test: (value: number, bound: number) => boolean) =>
    bound === undefined ? true : number === undefined ? undefined : test(number, bound);
  return [
    compare(above, (value, bound) => value > bound),
    compare(atLeast, (value, bound) => value >= bound),
    compare(below, (value, bound) => value < bound),
    compare(atMost, (value, bound) => value <= bound),
  ];
}

/** The parts between the asterisks stand in the name one behind the other: no backtracking, whatever was written. */
function fits(name: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function checkExpression(source: string | undefined, where: Bilingual): void {
  try {
    if (source !== undefined) new RegExp(source, "u");
  } catch (error) {
    const { message } = error as Error;
    throw bilingual(TypeError, {
      en: `Cannot read ${where.en}: ${message}. Mend "matches"`,
      zh: `无法读取${where.zh}：正则表达式有误（${message}）。请修正 "matches"`,
    }, { cause: error });
  }
}
