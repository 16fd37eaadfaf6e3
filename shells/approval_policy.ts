/**
 * Reads which tools ask for approval.
 *
 * @module
 */
import type { ApprovalPolicy } from "./approval.ts";

/**
 * What asks for approval: `"high_risk"` tools (the default), `"none"`, `"all"`, or the tools of a list as well as the
 * high-risk ones.
 */
export type ConfirmTools = "high_risk" | "none" | "all" | readonly string[];

/**
 * Reads the value of `AGENT_CONFIRM_TOOLS`.
 *
 * @param value A comma list of names or aliases, `*`, `none`, or nothing.
 * @param resolve Turns a name or an alias into a tool's name; `undefined` when there is no such tool.
 * @returns The setting, with aliases resolved. An empty value is as good as none: high-risk tools ask.
 * @throws {TypeError} If a name is unknown, so that no tool stays unguarded by a typing error.
 *
 * @example
 * ```ts
 * parseConfirmTools("createTicket", resolve); // ["ticket_create"]
 * ```
 */
export function parseConfirmTools(
  value: string | undefined,
  resolve: (nameOrAlias: string) => string | undefined,
): ConfirmTools {
  const names = (value ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
  if (names.length === 0) return "high_risk";
  if (names.includes("*")) return "all";
  if (names.length === 1 && names[0] === "none") return "none";
  return names.map((name) => {
    const resolved = resolve(name);
    if (resolved === undefined) {
      throw new TypeError(
        `Cannot read AGENT_CONFIRM_TOOLS: ${JSON.stringify(name)} is no tool. ` +
          `Use names or aliases from \`handrail tools list\`, *, or none`,
      );
    }
    return resolved;
  });
}

/**
 * The policy for a setting. A list adds to the high-risk tools and never takes one away; `none` does.
 *
 * @param confirm See {@linkcode ConfirmTools}.
 *
 * @example
 * ```ts
 * approvalPolicy(["ticket_create"])({ name: "ticket_create", traits }); // "configured"
 * ```
 */
export function approvalPolicy(confirm: ConfirmTools): ApprovalPolicy {
  return ({ name, traits }) => {
    if (confirm === "none" || traits.interactive) return undefined;
    if (confirm === "all" || (Array.isArray(confirm) && confirm.includes(name))) return "configured";
    return traits.risk === "high" ? "high_risk" : undefined;
  };
}
