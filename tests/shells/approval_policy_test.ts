import { assertEquals, assertThrows } from "@std/assert";
import { approvalPolicy, parseConfirmTools } from "../../shells/approval_policy.ts";
import type { ToolTraits } from "../../tools/types.ts";
import { READ, WRITE } from "../_support/fake_tool.ts";

const HIGH: ToolTraits = { ...WRITE, risk: "high" };
const ASKING: ToolTraits = { ...READ, interactive: true };

function resolve(nameOrAlias: string): string | undefined {
  if (nameOrAlias === "createTicket" || nameOrAlias === "ticket_create") return "ticket_create";
  return nameOrAlias === "order_cancel" ? "order_cancel" : undefined;
}

Deno.test("parseConfirmTools() takes nothing for the default, high-risk tools", () => {
  for (const value of [undefined, "", "  ", ",", " , ,"]) {
    assertEquals(parseConfirmTools(value, resolve), "high_risk");
  }
});

Deno.test("parseConfirmTools() reads * and none", () => {
  assertEquals(parseConfirmTools("*", resolve), "all");
  assertEquals(parseConfirmTools(" ticket_create , * ", resolve), "all");
  assertEquals(parseConfirmTools(" none ", resolve), "none");
});

Deno.test("parseConfirmTools() resolves names and aliases", () => {
  assertEquals(parseConfirmTools("createTicket, order_cancel,", resolve), ["ticket_create", "order_cancel"]);
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
    assertThrows(() => parseConfirmTools(value, resolve), TypeError, "Cannot read AGENT_CONFIRM_TOOLS:");
  }
  assertThrows(
    () => parseConfirmTools("order_cancle", resolve),
    TypeError,
    'Cannot read AGENT_CONFIRM_TOOLS: "order_cancle" is no tool.',
  );
});

Deno.test("approvalPolicy() asks for high-risk tools by default", () => {
  const policy = approvalPolicy("high_risk");
  assertEquals(policy({ name: "order_cancel", traits: HIGH }), "high_risk");
  assertEquals(policy({ name: "ticket_create", traits: WRITE }), undefined);
  assertEquals(policy({ name: "kb_query", traits: READ }), undefined);
});

Deno.test("approvalPolicy() adds a list to the high-risk tools", () => {
  const policy = approvalPolicy(["ticket_create"]);
  assertEquals(policy({ name: "ticket_create", traits: WRITE }), "configured");
  assertEquals(policy({ name: "order_cancel", traits: HIGH }), "high_risk");
  assertEquals(policy({ name: "ticket_create_more", traits: WRITE }), undefined);
  assertEquals(policy({ name: "ticket", traits: WRITE }), undefined);
});

Deno.test("approvalPolicy() asks for everything, or for nothing", () => {
  assertEquals(approvalPolicy("all")({ name: "kb_query", traits: READ }), "configured");
  assertEquals(approvalPolicy("none")({ name: "order_cancel", traits: HIGH }), undefined);
});

Deno.test("approvalPolicy() never asks whether the agent may ask the user", () => {
  for (const confirm of ["all", "high_risk", ["agent_ask_to_user"]] as const) {
    assertEquals(approvalPolicy(confirm)({ name: "agent_ask_to_user", traits: ASKING }), undefined);
  }
});
