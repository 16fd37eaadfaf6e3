/**
 * Decides which calls ask for approval.
 *
 * @module
 */
import type { Bilingual } from "../kb/bilingual_error.ts";
import type { ToolTraits } from "../tools/types.ts";
import { matchingTools, type ResolvedRule, ruleConcerns, ruleFits } from "./approval_rule.ts";

/**
 * What asks for approval: `"high_risk"` tools (the default), `"none"`, `"all"`, or the tools of a list as well as the
 * high-risk ones.
 */
export type ConfirmTools = "high_risk" | "none" | "all" | readonly string[];

/** What is to happen with a call. */
export type ApprovalVerdict =
  | { readonly action: "allow" }
  | {
    readonly action: "ask";
    /** A code for programs. */
    readonly reason: "configured" | "high_risk";
    /** What asks: a permission for the session holds for it and for nothing else. */
    readonly rule: string;
  }
  | { readonly action: "deny"; readonly reason: string };

/** Says what is to happen with calls. */
export interface ApprovalPolicy {
  /** Can a call of this tool be asked about or denied? One of another tool always runs. */
  guards(tool: { readonly name: string; readonly traits: ToolTraits }): boolean;
  /** What is to happen with this call. */
  decide(
    call: { readonly name: string; readonly traits: ToolTraits; readonly input: unknown },
  ): ApprovalVerdict;
}

/** Where the value stands. */
const WHERE: Bilingual = { en: "AGENT_CONFIRM_TOOLS", zh: "设置 AGENT_CONFIRM_TOOLS" };

const ALLOW: ApprovalVerdict = { action: "allow" };

/**
 * Reads the value of `AGENT_CONFIRM_TOOLS`.
 *
 * @param value A comma list of names, aliases or patterns such as `order_*`; `*`, `none`, or nothing.
 * @param names Every tool's name.
 * @param resolve Turns a name or an alias into a tool's name; `undefined` when there is no such tool.
 * @returns The setting, with aliases resolved. An empty value is as good as none: high-risk tools ask.
 * @throws {TypeError} If a name is unknown, so that no tool stays unguarded by a typing error.
 *
 * @example
 * ```ts
 * parseConfirmTools("createTicket", names, resolve); // ["ticket_create"]
 * ```
 */
export function parseConfirmTools(
  value: string | undefined,
  names: readonly string[],
  resolve: (nameOrAlias: string) => string | undefined,
): ConfirmTools {
  const given = (value ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
  if (given.length === 0) return "high_risk";
  if (given.includes("*")) return "all";
  if (given.length === 1 && given[0] === "none") return "none";
  return given.flatMap((name) => matchingTools(name, names, resolve, WHERE));
}

/**
 * The policy for the setting and the rules. A rule that denies comes before everything else, then whatever asks by
 * name or by rule, then a rule that allows, then the default for the tool's risk. So the setting can add questions to
 * the rules and take away those of the default, but never one that a rule asks.
 *
 * @param confirm See {@linkcode ConfirmTools}. A list adds to the high-risk tools and never takes one away; `none` does.
 * @param rules By argument and pattern, in any order.
 *
 * @example
 * ```ts
 * approvalPolicy(["ticket_create"]).decide({ name: "ticket_create", traits, input }); // asks: "configured"
 * ```
 */
export function approvalPolicy(confirm: ConfirmTools, rules: readonly ResolvedRule[] = []): ApprovalPolicy {
  const isListed = (name: string) => confirm === "all" || (Array.isArray(confirm) && confirm.includes(name));
  const isRisky = (traits: ToolTraits) => confirm !== "none" && traits.risk === "high";
  return {
    guards: ({ name, traits }) =>
      !traits.interactive && (isListed(name) || isRisky(traits) ||
        rules.some((rule) => rule.action !== "allow" && ruleConcerns(rule, { name, traits }))),
    decide: (call) => {
      if (call.traits.interactive) return ALLOW;
      const fitting = rules.filter((rule) => ruleFits(rule, call));
      const denies = fitting.find(({ action }) => action === "deny");
      if (denies) {
        return { action: "deny", reason: denies.reason ?? "a rule of the configuration denies this call" };
      }
      if (isListed(call.name)) return { action: "ask", reason: "configured", rule: "configured" };
      const asks = fitting.find(({ action }) => action === "ask");
      if (asks) return { action: "ask", reason: "configured", rule: asks.id };
      if (fitting.some(({ action }) => action === "allow")) return ALLOW;
      return isRisky(call.traits) ? { action: "ask", reason: "high_risk", rule: "high_risk" } : ALLOW;
    },
  };
}
