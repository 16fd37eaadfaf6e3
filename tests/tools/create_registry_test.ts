import { assertEquals } from "@std/assert";
import { createRegistry } from "../../tools/create_registry.ts";
import { callTool } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

function setUp() {
  const count = { opened: 0 };
  const registry = createRegistry({
    desk: new FakeOrderDesk(),
    questions: { ask: () => Promise.resolve({ answered: true, text: "yes" }) },
    knowledge: () => {
      count.opened++;
      return { search: () => [] };
    },
    language: "en",
    newNonce: () => "nonce-no-1",
  });
  return { registry, count };
}

Deno.test("createRegistry() registers the eight tools, ask-user first, then core, then extended", () => {
  assertEquals(setUp().registry.names(), [
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

Deno.test("createRegistry() says of every tool whether it writes, and asks before the risky ones", () => {
  const { registry } = setUp();
  const traits = Object.entries(registry.getAll()).map((
    [name, tool],
  ) => [name, tool.traits.kind, tool.traits.risk]);
  assertEquals(traits, [
    ["agent_ask_to_user", "read", "low"],
    ["order_query_status", "read", "low"],
    ["ticket_create", "write", "low"],
    ["kb_query", "read", "low"],
    ["order_query_with_tracking", "read", "low"],
    ["order_cancel", "write", "high"],
    ["order_refund", "write", "high"],
    ["handoff_create", "write", "low"],
  ]);
});

Deno.test("createRegistry() answers to the former names", () => {
  const { registry } = setUp();
  const aliases = ["getOrderStatus", "createTicket", "escalateToHuman", "searchKnowledgeBase"];
  assertEquals(aliases.map((alias) => registry.resolve(alias)?.name), [
    "order_query_status",
    "ticket_create",
    "handoff_create",
    "kb_query",
  ]);
});

Deno.test("createRegistry() gives every tool a description with its three parts", () => {
  for (const [name, { description }] of Object.entries(setUp().registry.getAll())) {
    const parts = String(description).split("\n").map((line) => line.slice(0, line.indexOf(":")));
    assertEquals(parts, ["When to use", "When not to use", "Example requests"], name);
  }
});

Deno.test("createRegistry() opens no documents until they are searched", async () => {
  const { registry, count } = setUp();
  registry.getAll();
  assertEquals(count.opened, 0);
  const tool = registry.resolve("kb_query")?.tool;
  if (tool) await callTool(tool, { query: "x" });
  assertEquals(count.opened, 1);
});
