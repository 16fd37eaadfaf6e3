import { assertEquals, assertThrows } from "@std/assert";
import { approvalPolicy, parseConfirmTools } from "../../shells/approval_policy.ts";
import type { ResolvedRule } from "../../shells/approval_rule.ts";
import type { ToolTraits } from "../../tools/types.ts";
import { READ, WRITE } from "../_support/fake_tool.ts";

const HIGH: ToolTraits = { ...WRITE, risk: "high" };
const ASKING: ToolTraits = { ...READ, interactive: true };

const NAMES = ["ticket_create", "order_cancel", "order_refund"];

function resolve(nameOrAlias: string): string | undefined {
  if (nameOrAlias === "createTicket" || nameOrAlias === "ticket_create") return "ticket_create";
  return nameOrAlias === "order_cancel" ? "order_cancel" : undefined;
}

Deno.test("parseConfirmTools() takes nothing for the default, high-risk tools", () => {
  for (const value of [undefined, "", "  ", ",", " , ,"]) {
    assertEquals(parseConfirmTools(value, NAMES, resolve), "high_risk");
  }
});

Deno.test("parseConfirmTools() reads * and none", () => {
  assertEquals(parseConfirmTools("*", NAMES, resolve), "all");
  assertEquals(parseConfirmTools(" ticket_create , * ", NAMES, resolve), "all");
  assertEquals(parseConfirmTools(" none ", NAMES, resolve), "none");
});

Deno.test("parseConfirmTools() resolves names and aliases", () => {
  assertEquals(parseConfirmTools("createTicket, order_cancel,", NAMES, resolve), [
    "ticket_create",
    "order_cancel",
  ]);
});

Deno.test("parseConfirmTools() refuses an unknown name, so that no typing error leaves a tool unguarded", () => {
  for (
    const value of [
      "order_cancle",
      "ticket_create,x",
      "none,ticket_create",
      "ALL",
      "ticket_create，order_cancel",
    ]
  ) {
    assertThrows(
      () => parseConfirmTools(value, NAMES, resolve),
      TypeError,
      "Cannot read AGENT_CONFIRM_TOOLS:",
    );
  }
  assertThrows(
    () => parseConfirmTools("order_cancle", NAMES, resolve),
    TypeError,
    'Cannot read AGENT_CONFIRM_TOOLS: "order_cancle" is no tool.',
  );
});

Deno.test("parseConfirmTools() takes patterns for all tools that they fit", () => {
  assertEquals(parseConfirmTools("order_*", NAMES, resolve), ["order_cancel", "order_refund"]);
  assertThrows(() => parseConfirmTools("orders_*", NAMES, resolve), TypeError, '"orders_*" is no tool');
});

const ALLOW = { action: "allow" } as const;
const CONFIGURED = { action: "ask", reason: "configured", rule: "configured" } as const;
const HIGH_RISK = { action: "ask", reason: "high_risk", rule: "high_risk" } as const;

function rule(action: ResolvedRule["action"], more: Partial<ResolvedRule> = {}): ResolvedRule {
  return { id: `${action}-rule`, tools: new Set(["order_refund"]), action, ...more };
}

function refund(amount?: number) {
  return { name: "order_refund", traits: HIGH, input: { orderId: "B-0001", ...(amount && { amount }) } };
}

Deno.test("approvalPolicy() asks for high-risk tools by default", () => {
  const { decide, guards } = approvalPolicy("high_risk");
  assertEquals(decide({ name: "order_cancel", traits: HIGH, input: {} }), HIGH_RISK);
  assertEquals(decide({ name: "ticket_create", traits: WRITE, input: {} }), ALLOW);
  assertEquals(decide({ name: "kb_query", traits: READ, input: {} }), ALLOW);
  assertEquals(
    [guards({ name: "order_cancel", traits: HIGH }), guards({ name: "kb_query", traits: READ })],
    [true, false],
  );
});

Deno.test("approvalPolicy() adds a list to the high-risk tools", () => {
  const { decide } = approvalPolicy(["ticket_create"]);
  assertEquals(decide({ name: "ticket_create", traits: WRITE, input: {} }), CONFIGURED);
  assertEquals(decide({ name: "order_cancel", traits: HIGH, input: {} }), HIGH_RISK);
  assertEquals(decide({ name: "ticket_create_more", traits: WRITE, input: {} }), ALLOW);
  assertEquals(decide({ name: "ticket", traits: WRITE, input: {} }), ALLOW);
});

Deno.test("approvalPolicy() asks for everything, or for nothing", () => {
  assertEquals(approvalPolicy("all").decide({ name: "kb_query", traits: READ, input: {} }), CONFIGURED);
  assertEquals(approvalPolicy("none").decide({ name: "order_cancel", traits: HIGH, input: {} }), ALLOW);
});

Deno.test("approvalPolicy() never asks whether the agent may ask the user", () => {
  for (const confirm of ["all", "high_risk", ["agent_ask_to_user"]] as const) {
    const policy = approvalPolicy(confirm, [rule("deny", { tools: undefined })]);
    assertEquals(policy.decide({ name: "agent_ask_to_user", traits: ASKING, input: {} }), ALLOW);
    assertEquals(policy.guards({ name: "agent_ask_to_user", traits: ASKING }), false);
  }
});

Deno.test("approvalPolicy() lets a rule that denies win over every other, in any order", () => {
  const [allow, ask, deny] = [rule("allow"), rule("ask"), rule("deny", { reason: "closed" })];
  for (const rules of [[allow, ask, deny], [deny, ask, allow], [ask, deny, allow]]) {
    assertEquals(approvalPolicy("none", rules).decide(refund(1)), { action: "deny", reason: "closed" });
  }
  assertEquals(approvalPolicy("high_risk", [allow, ask]).decide(refund(1)), {
    action: "ask",
    reason: "configured",
    rule: "ask-rule",
  });
});

Deno.test("approvalPolicy() lets a rule allow what the default asks about, and never what a setting names", () => {
  const small = [rule("allow", { when: { amount: { atMost: 50 } } })];
  assertEquals(approvalPolicy("high_risk", small).decide(refund(50)), ALLOW);
  assertEquals(approvalPolicy("high_risk", small).decide(refund(51)), HIGH_RISK);
  assertEquals(approvalPolicy(["order_refund"], small).decide(refund(50)), CONFIGURED);
  assertEquals(approvalPolicy("all", small).decide(refund(50)), CONFIGURED);
});

Deno.test("approvalPolicy() keeps a rule's question although the setting is none", () => {
  assertEquals(approvalPolicy("none", [rule("ask")]).decide(refund(1)), {
    action: "ask",
    reason: "configured",
    rule: "ask-rule",
  });
  assertEquals(approvalPolicy("none", [rule("ask")]).guards({ name: "order_refund", traits: HIGH }), true);
});

Deno.test("approvalPolicy() decides the careful way about an amount that was left out", () => {
  const allowSmall = rule("allow", { when: { amount: { below: 50 } } });
  const denyBig = rule("deny", { when: { amount: { above: 500 } }, reason: "too much" });
  assertEquals(approvalPolicy("high_risk", [allowSmall]).decide(refund()), HIGH_RISK);
  assertEquals(approvalPolicy("high_risk", [denyBig]).decide(refund()), {
    action: "deny",
    reason: "too much",
  });
});
