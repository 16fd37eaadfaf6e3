/**
 * Policies that do not look at the call, and permissions to begin with.
 *
 * @module
 */
import { ApprovalGrants } from "../../shells/approval_grants.ts";
import type { ApprovalPolicy } from "../../shells/approval_policy.ts";

/** Asks about every call. */
export const askAlways: ApprovalPolicy = {
  guards: () => true,
  decide: () => ({ action: "ask", reason: "high_risk", rule: "high_risk" }),
};

/** Lets every call run. */
export const askNever: ApprovalPolicy = { guards: () => false, decide: () => ({ action: "allow" }) };

/** Permissions for these tools, given when {@linkcode askAlways} asked. */
export function grantsFor(...tools: string[]): ApprovalGrants {
  return new ApprovalGrants({
    now: () => 0,
    grants: tools.map((tool) => ({ tool, rule: "high_risk", at: "1970-01-01T00:00:00.000Z" })),
  });
}
