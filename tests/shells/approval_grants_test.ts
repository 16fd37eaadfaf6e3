import { assertEquals } from "@std/assert";
import { type ApprovalGrant, ApprovalGrants } from "../../shells/approval_grants.ts";

function setUp(grants: readonly ApprovalGrant[] = []) {
  const kept: (readonly ApprovalGrant[])[] = [];
  const session = new ApprovalGrants({ grants, now: () => 1_000, onChange: (all) => kept.push(all) });
  return { session, kept };
}

const REFUND = { tool: "order_refund", rule: "high_risk", at: "1970-01-01T00:00:01.000Z" };
const CANCEL = { tool: "order_cancel", rule: "high_risk", at: "1970-01-01T00:00:01.000Z" };

Deno.test("ApprovalGrants holds for one tool and the rule that asked", () => {
  const { session } = setUp();
  session.add("order_refund", "high_risk");
  assertEquals(session.covers("order_refund", "high_risk"), true);
  assertEquals(session.covers("order_refund", "another"), false);
  assertEquals(session.covers("order_cancel", "high_risk"), false);
});

Deno.test("ApprovalGrants tells of each change, and of nothing else", () => {
  const { session, kept } = setUp([CANCEL]);
  session.add("order_refund", "high_risk");
  session.add("order_refund", "high_risk");
  assertEquals(session.withdraw("kb_query"), 0);
  assertEquals(session.withdraw("order_cancel"), 1);
  assertEquals(kept, [[CANCEL, REFUND], [REFUND]]);
});

Deno.test("ApprovalGrants takes back all permissions when no tool is named", () => {
  const { session, kept } = setUp([CANCEL, REFUND]);
  assertEquals([session.withdraw(), session.list(), kept], [2, [], [[]]]);
});
