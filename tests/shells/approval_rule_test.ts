import { assertEquals, assertThrows } from "@std/assert";
import {
  type ApprovalRule,
  matchingTools,
  resolveApprovalRules,
  type ResolvedRule,
  ruleFits,
} from "../../shells/approval_rule.ts";
import type { ToolTraits } from "../../tools/types.ts";
import { READ, WRITE } from "../_support/fake_tool.ts";

const NAMES = ["kb_query", "order_cancel", "order_query_status", "order_refund"];
const HIGH: ToolTraits = { ...WRITE, risk: "high" };

function resolve(name: string): string | undefined {
  if (name === "getOrderStatus") return "order_query_status";
  return NAMES.includes(name) ? name : undefined;
}

function fits(
  rule: Omit<ApprovalRule, "action">,
  input: unknown,
  action: ResolvedRule["action"] = "ask",
): boolean {
  const [resolved] = resolveApprovalRules([{ ...rule, action }], NAMES, resolve);
  return resolved !== undefined && ruleFits(resolved, { name: "order_refund", traits: HIGH, input });
}

Deno.test("resolveApprovalRules() reads names, aliases and patterns", () => {
  const [rule] = resolveApprovalRules(
    [{ tools: ["getOrderStatus", "order_*"], action: "ask" }],
    NAMES,
    resolve,
  );
  assertEquals([...rule?.tools ?? []].sort(), ["order_cancel", "order_query_status", "order_refund"]);
});

Deno.test("resolveApprovalRules() refuses what would guard nothing, and says which rule it is", () => {
  const ask = { action: "ask" } as const;
  assertThrows(
    () => resolveApprovalRules([{ ...ask }, { ...ask, tools: ["order_refnd"] }], NAMES, resolve),
    TypeError,
    'Cannot read approval rule 2: "order_refnd" is no tool.',
  );
  assertThrows(
    () => resolveApprovalRules([{ ...ask, when: { reason: { matches: "(" } } }], NAMES, resolve),
    TypeError,
    "Cannot read approval rule 1: Invalid regular expression",
  );
});

Deno.test("resolveApprovalRules() gives a rule the same id as long as it says the same", () => {
  const id = (rule: ApprovalRule) => resolveApprovalRules([rule], NAMES, resolve)[0]?.id;
  const rule: ApprovalRule = { tools: ["order_refund"], when: { amount: { above: 5 } }, action: "ask" };
  assertEquals(id(rule), id({ action: "ask", when: { amount: { above: 5 } }, tools: ["order_refund"] }));
  assertEquals(id(rule) === id({ ...rule, when: { amount: { above: 6 } } }), false);
});

Deno.test("matchingTools() lets an asterisk stand for anything, nothing included", () => {
  const matching = (pattern: string) => matchingTools(pattern, NAMES, resolve, { en: "here", zh: "此处" });
  assertEquals(matching("*"), NAMES);
  assertEquals(matching("order_*"), ["order_cancel", "order_query_status", "order_refund"]);
  assertEquals(matching("*query*"), ["kb_query", "order_query_status"]);
  assertEquals(matching("*_refund"), ["order_refund"]);
  assertEquals(matching("order*_*status"), ["order_query_status"]);
  assertEquals(matching("kb_query*"), ["kb_query"]);
  for (const pattern of ["order_refundx*", "*x*", "order_refund*refund", "ORDER_*", "", "order_.*"]) {
    assertThrows(() => matching(pattern), TypeError, "Cannot read here:");
  }
});

Deno.test("ruleFits() looks at tool, risk and kind", () => {
  assertEquals(fits({}, {}), true);
  assertEquals(fits({ tools: ["order_refund"] }, {}), true);
  assertEquals(fits({ tools: ["order_cancel"] }, {}), false);
  assertEquals([fits({ risk: "high" }, {}), fits({ risk: "low" }, {})], [true, false]);
  assertEquals([fits({ kind: "write" }, {}), fits({ kind: "read" }, {})], [true, false]);
  const [reads] = resolveApprovalRules([{ kind: "read", action: "ask" }], NAMES, resolve);
  assertEquals(reads && ruleFits(reads, { name: "kb_query", traits: READ, input: {} }), true);
});

Deno.test("ruleFits() compares arguments", () => {
  const input = { orderId: "B-0001", amount: 100, express: true };
  const when = (predicate: NonNullable<ApprovalRule["when"]>) => fits({ when: predicate }, input);
  assertEquals([when({ amount: { above: 99 } }), when({ amount: { above: 100 } })], [true, false]);
  assertEquals([when({ amount: { atLeast: 100 } }), when({ amount: { atLeast: 101 } })], [true, false]);
  assertEquals([when({ amount: { below: 101 } }), when({ amount: { below: 100 } })], [true, false]);
  assertEquals([when({ amount: { atMost: 100 } }), when({ amount: { atMost: 99 } })], [true, false]);
  assertEquals([when({ amount: { above: 10, below: 50 } }), when({ amount: { above: 10 } })], [false, true]);
  assertEquals([when({ orderId: { equals: "B-0001" } }), when({ orderId: { equals: "B-0002" } })], [
    true,
    false,
  ]);
  assertEquals([when({ orderId: { oneOf: ["x", "B-0001"] } }), when({ orderId: { oneOf: [] } })], [
    true,
    true,
  ]);
  assertEquals([when({ orderId: { matches: "^B-" } }), when({ orderId: { matches: "^A-" } })], [true, false]);
  assertEquals([when({ express: { equals: true } }), when({ express: { equals: false } })], [true, false]);
  assertEquals([when({ amount: { present: true } }), when({ amount: { present: false } })], [true, false]);
  assertEquals([when({ note: { present: true } }), when({ note: { present: false } })], [false, true]);
  assertEquals(when({ amount: { above: 10 }, orderId: { equals: "B-0002" } }), false);
});

Deno.test("ruleFits() takes what cannot be compared for a fit, unless the rule would allow the call", () => {
  const missing = { when: { amount: { above: 100 } } };
  for (const input of [{}, { amount: "9999" }, { amount: null }, null, { amount: NaN.toString() }]) {
    assertEquals(fits(missing, input, "ask"), true);
    assertEquals(fits(missing, input, "deny"), true);
    assertEquals(fits(missing, input, "allow"), false);
  }
  assertEquals(fits({ when: { constructor: { present: true } } }, {}), false);
});
