/**
 * `/approvals`: what a session may do without asking.
 *
 * @module
 */
import type { ApprovalGrants } from "../../shells/approval_grants.ts";
import { cleanText } from "../text/clean_text.ts";
import type { ReplOptions } from "./repl_options.ts";

/** What is listed or withdrawn, and how it is said. */
export interface ApprovalLinesOptions extends Pick<ReplOptions, "agent" | "wording"> {
  readonly grants: ApprovalGrants;
}

/**
 * Lists what is allowed; or withdraws it, for one tool or for all.
 *
 * @param operands What stands behind `/approvals`: nothing, or `withdraw` and perhaps a tool's name or alias.
 * @param options See {@linkcode ApprovalLinesOptions}.
 * @returns What to tell the person, a line each.
 *
 * @example
 * ```ts
 * approvalLines(["withdraw", "ticket_create"], { agent, wording, grants: session.grants });
 * ```
 */
export function approvalLines(
  [action, tool]: readonly string[],
  { agent, wording, grants }: ApprovalLinesOptions,
): string[] {
  if (action === "withdraw") {
    const name = tool === undefined ? undefined : agent.registry.resolve(tool)?.name ?? tool;
    return [wording.withdrawn(grants.withdraw(name))];
  }
  const lines = grants.list().map((grant) => wording.grant(cleanText(grant.tool), grant.at));
  return lines.length > 0 ? lines : [wording.noGrants];
}
