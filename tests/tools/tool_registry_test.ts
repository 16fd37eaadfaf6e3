import { assertEquals, assertFalse, assertStrictEquals, assertThrows } from "@std/assert";
import type { streamText } from "ai";
import * as z from "zod";
import { ToolRegistry } from "../../tools/tool_registry.ts";
import type { AgentTool } from "../../tools/types.ts";

function tool(priority: "core" | "extended" = "extended", aliases: readonly string[] = []): AgentTool {
  return {
    inputSchema: z.object({}),
    traits: { kind: "read", risk: "low", priority, aliases, repeat: "share" },
  };
}

Deno.test("register() chains", () => {
  const registry = new ToolRegistry();
  assertStrictEquals(registry.register("a_query", tool()), registry);
  assertEquals(registry.register("b_query", tool()).register("c_query", tool()).names(), [
    "a_query",
    "b_query",
    "c_query",
  ]);
});

Deno.test("register() replaces a tool of the same name in its place", () => {
  const second = tool();
  const registry = new ToolRegistry()
    .register("a_query", tool())
    .register("b_query", tool())
    .register("a_query", second);
  assertEquals(registry.names(), ["a_query", "b_query"]);
  assertStrictEquals(registry.resolve("a_query")?.tool, second);
  assertStrictEquals(registry.getAll().a_query, second);
});

Deno.test("register() frees the aliases of the tool that it replaces", () => {
  const registry = new ToolRegistry()
    .register("a_query", tool("core", ["getA"]))
    .register("a_query", tool("core", ["readA"]));
  assertEquals(registry.resolve("getA"), undefined);
  assertEquals(registry.resolve("readA")?.name, "a_query");
  assertEquals(registry.register("b_query", tool("core", ["getA"])).resolve("getA")?.name, "b_query");
});

Deno.test("getAll() puts the ask-user tool first, then core, then extended tools, each as registered", () => {
  const registry = new ToolRegistry()
    .register("d_query", tool())
    .register("b_query", tool("core"))
    .register("c_query", tool())
    .register("agent_ask_to_user", tool())
    .register("a_query", tool("core"));
  assertEquals(Object.keys(registry.getAll()), [
    "agent_ask_to_user",
    "b_query",
    "a_query",
    "d_query",
    "c_query",
  ]);
  assertEquals(registry.names(), ["agent_ask_to_user", "b_query", "a_query", "d_query", "c_query"]);
});

Deno.test("getAll() gives a table of its own", () => {
  const registry = new ToolRegistry().register("a_query", tool());
  delete registry.getAll().a_query;
  assertEquals(registry.names(), ["a_query"]);
});

Deno.test("getAll() gives what streamText() takes as tools", () => {
  const table: NonNullable<Parameters<typeof streamText>[0]["tools"]> = new ToolRegistry()
    .register("a_query", tool())
    .getAll();
  assertEquals(Object.keys(table), ["a_query"]);
});

Deno.test("resolve() finds nothing under inherited names", () => {
  const registry = new ToolRegistry().register("a_query", tool("core", ["getA"]));
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "", "length"]) {
    assertEquals(registry.resolve(name), undefined, name);
    assertFalse(Object.hasOwn(registry.getAll(), name));
  }
});

Deno.test("resolve() finds a tool whose name is an inherited one", () => {
  const odd = tool("core", ["toString"]);
  const registry = new ToolRegistry().register("__proto__", odd);
  assertStrictEquals(registry.resolve("__proto__")?.tool, odd);
  assertEquals(registry.resolve("toString")?.name, "__proto__");
  assertEquals(registry.names(), ["__proto__"]);
  assertStrictEquals(Object.getPrototypeOf(registry.getAll()), Object.prototype);
});

Deno.test("resolve() finds a tool by name and by alias, and answers with its name", () => {
  const status = tool("core", ["getOrderStatus", "orderStatus"]);
  const registry = new ToolRegistry().register("order_query_status", status).register("a_query", tool());
  for (const called of ["order_query_status", "getOrderStatus", "orderStatus"]) {
    const found = registry.resolve(called);
    assertEquals(found?.name, "order_query_status");
    assertStrictEquals(found?.tool, status);
  }
  assertEquals(registry.resolve("getorderstatus"), undefined);
});

Deno.test("register() refuses an alias that is another tool's alias", () => {
  const registry = new ToolRegistry().register("a_query", tool("core", ["get"]));
  assertEquals(
    assertThrows(() => registry.register("b_query", tool("core", ["fetch", "get"])), TypeError).message,
    "Cannot register tool: b_query and a_query both answer to get. Rename one of them",
  );
  assertEquals(registry.names(), ["a_query"]);
});

Deno.test("register() refuses an alias that is another tool's name", () => {
  const registry = new ToolRegistry().register("a_query", tool());
  assertEquals(
    assertThrows(() => registry.register("b_query", tool("core", ["a_query"])), TypeError).message,
    "Cannot register tool: b_query and a_query both answer to a_query. Rename one of them",
  );
});

Deno.test("register() refuses a name that is another tool's alias", () => {
  const registry = new ToolRegistry().register("a_query", tool("core", ["b_query"]));
  assertEquals(
    assertThrows(() => registry.register("b_query", tool()), TypeError).message,
    "Cannot register tool: b_query and a_query both answer to b_query. Rename one of them",
  );
});

Deno.test("register() takes a tool again with its own aliases", () => {
  const registry = new ToolRegistry()
    .register("a_query", tool("core", ["get"]))
    .register("a_query", tool("core", ["get"]));
  assertEquals(registry.resolve("get")?.name, "a_query");
});

Deno.test("pick() keeps the tools named, by name or alias, and leaves the registry as it is", () => {
  const picked = tool("core", ["getB"]);
  const registry = new ToolRegistry()
    .register("a_query", tool())
    .register("b_query", picked)
    .register("agent_ask_to_user", tool());
  const smaller = registry.pick(["getB", "agent_ask_to_user"]);
  assertEquals(smaller.names(), ["agent_ask_to_user", "b_query"]);
  assertStrictEquals(smaller.resolve("getB")?.tool, picked);
  assertEquals(smaller.resolve("a_query"), undefined);
  assertEquals(registry.names(), ["agent_ask_to_user", "b_query", "a_query"]);
});

Deno.test("pick() refuses an unknown name and lists the known ones", () => {
  const registry = new ToolRegistry().register("b_query", tool()).register("a_query", tool("core"));
  assertEquals(
    assertThrows(() => registry.pick(["b_query", "constructor"]), TypeError).message,
    'Cannot pick tool: "constructor" is unknown. Known: a_query, b_query',
  );
});
