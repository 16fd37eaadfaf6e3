import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { createRegistry } from "../../tools/create_registry.ts";
import { offersTool, parseProfile, PROFILES, selectProfile } from "../../tools/profiles.ts";
import { ToolRegistry } from "../../tools/tool_registry.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

function allTools(): ToolRegistry {
  return createRegistry({
    desk: new FakeOrderDesk(),
    questions: { ask: () => Promise.resolve({ answered: true, text: "yes" }) },
    knowledge: () => ({ search: () => [] }),
    language: "en",
    newNonce: () => "nonce-no-1",
  });
}

Deno.test("selectProfile() gives chat all eight tools", () => {
  const registry = allTools();
  assertStrictEquals(selectProfile(registry, "chat"), registry);
  assertEquals(registry.names(), [
    "agent_ask_to_user",
    "order_query_status",
    "ticket_create",
    "kb_query",
    "order_query_with_tracking",
    "order_cancel",
    "order_refund",
    "handoff_create",
  ]);
});

Deno.test("selectProfile() gives order, refund and knowledge one tool each beside ask-user", () => {
  const registry = allTools();
  assertEquals(selectProfile(registry, "order").names(), ["agent_ask_to_user", "order_query_status"]);
  assertEquals(selectProfile(registry, "refund").names(), ["agent_ask_to_user", "ticket_create"]);
  assertEquals(selectProfile(registry, "knowledge").names(), ["agent_ask_to_user", "kb_query"]);
});

Deno.test("selectProfile() leaves other tools out of reach, by alias too", () => {
  const order = selectProfile(allTools(), "order");
  assertEquals(order.resolve("getOrderStatus")?.name, "order_query_status");
  for (const name of ["order_refund", "createTicket", "searchKnowledgeBase", "escalateToHuman"]) {
    assertEquals(order.resolve(name), undefined, name);
  }
});

Deno.test("selectProfile() refuses a registry that lacks a tool of the role", () => {
  assertThrows(
    () => selectProfile(new ToolRegistry(), "order"),
    TypeError,
    'Cannot pick tool: "agent_ask_to_user" is unknown',
  );
});

Deno.test("parseProfile() takes the roles that there are and refuses anything else", () => {
  assertEquals(PROFILES.map(parseProfile), ["chat", "order", "refund", "knowledge", "service"]);
  for (const name of ["", "Order", "constructor", "chat "]) {
    assertEquals(
      assertThrows(() => parseProfile(name), RangeError).message,
      `Cannot use profile: ${JSON.stringify(name)} is unknown. Use chat, order, refund, knowledge, service`,
    );
  }
});

Deno.test("offersTool() knows what a role could choose, and takes a role that it does not know for one with every tool", () => {
  const offered = (profile: string) =>
    ["agent_ask_to_user", "order_query_status", "ticket_create", "order_refund"]
      .filter((tool) => offersTool(profile, tool));
  assertEquals(offered("order"), ["agent_ask_to_user", "order_query_status"]);
  assertEquals(offered("refund"), ["agent_ask_to_user", "ticket_create"]);
  for (const profile of ["chat", "", "constructor", "of-a-newer-version"]) {
    assertEquals(offered(profile).length, 4, profile);
  }
});
