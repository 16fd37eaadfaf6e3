import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as z from "zod";
import { defineTool, type ToolDefinition } from "../../tools/define_tool.ts";
import type { ToolResult } from "../../tools/types.ts";

const DONE: ToolResult = { status: "success", summary: "Done.", structured: { status: "done" } };
const done = () => Promise.resolve(DONE);
const description = {
  whenToUse: "The user asks whether a server answers.",
  whenNotToUse: "No host was given.",
  examples: ["Is db1 up?"],
} as const;
const host = z.string().describe("Host name, for example db1; ask the user if it is missing");

function define(changes: Partial<ToolDefinition<z.ZodObject>> = {}) {
  return defineTool({
    name: "server_query",
    description,
    input: z.object({ host }),
    kind: "read",
    execute: done,
    ...changes,
  });
}

function refusal(changes: Partial<ToolDefinition<z.ZodObject>>): string {
  return assertThrows(() => define(changes), TypeError).message;
}

Deno.test("defineTool() takes each known verb, with and without an object", () => {
  for (const verb of ["query", "create", "update", "cancel", "refund"]) {
    assertEquals(define({ name: `server_${verb}` }).name, `server_${verb}`);
    assertEquals(define({ name: `server_${verb}_with_load` }).name, `server_${verb}_with_load`);
  }
});

Deno.test("defineTool() refuses a name without a known verb", () => {
  assertEquals(
    refusal({ name: "server_ping" }),
    'Cannot define tool: "server_ping" breaks the naming rule. Use domain_verb[_object] with query, create, ' +
      "update, cancel or refund, or agent_* for a meta tool",
  );
});

Deno.test("defineTool() refuses a name that is not words joined by single underscores", () => {
  const names = [
    "",
    "query",
    "query_server",
    "Server_query",
    "serverQuery",
    "server-query",
    "server__query",
    "server_query_",
    "_server_query",
    "server_query_2",
    "server_query\n",
    "服务器_query",
  ];
  for (const name of names) {
    assertEquals(
      refusal({ name }).startsWith(`Cannot define tool: ${JSON.stringify(name)} breaks the naming`),
      true,
    );
  }
});

Deno.test("defineTool() takes agent_ names without a verb, but not agent alone", () => {
  assertEquals(define({ name: "agent_ask_to_user" }).name, "agent_ask_to_user");
  for (const name of ["agent", "agent_", "agent_2", "agents_ask"]) {
    assertEquals(refusal({ name }).includes("breaks the naming rule"), true, name);
  }
});

Deno.test("defineTool() refuses an empty description part", () => {
  const message = "Cannot define tool: server_query has an empty description part. " +
    "Fill whenToUse, whenNotToUse and examples";
  assertEquals(refusal({ description: { ...description, whenToUse: "" } }), message);
  assertEquals(refusal({ description: { ...description, whenNotToUse: " \n" } }), message);
  assertEquals(refusal({ description: { ...description, examples: [""] } }), message);
  assertEquals(refusal({ description: { ...description, examples: ["Is db1 up?", "  "] } }), message);
});

Deno.test("defineTool() refuses a description without examples that got past the compiler", () => {
  const none = JSON.parse("[]");
  assertEquals(
    refusal({ description: { ...description, examples: none } }).includes("has an empty description part"),
    true,
  );
});

Deno.test("defineTool() takes five fields and refuses six", () => {
  const five = { a: host, b: host, c: host, d: host, e: host };
  assertEquals(define({ input: z.object(five) }).name, "server_query");
  assertEquals(
    refusal({ input: z.object({ ...five, f: host }) }),
    "Cannot define tool: server_query: 6 fields exceed the limit of 5. Split the tool",
  );
});

Deno.test("defineTool() takes an input without fields", () => {
  assertEquals(define({ input: z.object({}) }).name, "server_query");
});

Deno.test("defineTool() refuses a nested object, required or optional", () => {
  const nested = z.object({ port: z.number() }).describe("Where it listens");
  const message = "Cannot define tool: server_query: field target is nested. Keep the input flat";
  assertEquals(refusal({ input: z.object({ target: nested }) }), message);
  assertEquals(refusal({ input: z.object({ target: nested.optional() }) }), message);
  assertEquals(
    refusal({ input: z.object({ target: z.record(z.string(), z.string()).describe("x") }) }),
    message,
  );
});

Deno.test("defineTool() refuses an array of objects, of arrays, and of anything", () => {
  const message = "Cannot define tool: server_query: field hosts is nested. Keep the input flat";
  for (const item of [z.object({ name: z.string() }), z.array(z.string()), z.unknown()]) {
    assertEquals(refusal({ input: z.object({ hosts: z.array(item).describe("Hosts") }) }), message);
  }
});

Deno.test("defineTool() takes arrays of plain values", () => {
  for (const item of [z.string(), z.number(), z.boolean(), z.enum(["db1", "db2"])]) {
    assertEquals(
      define({ input: z.object({ hosts: z.array(item).describe("Hosts") }) }).name,
      "server_query",
    );
  }
});

Deno.test("defineTool() refuses a field that is one type or another, or any", () => {
  const message = "Cannot define tool: server_query: field host has no plain type. " +
    "Use a string, number, boolean, enum or an array of these";
  for (const field of [z.union([z.string(), z.number()]), z.string().nullable(), z.unknown(), z.date()]) {
    assertEquals(refusal({ input: z.object({ host: field.describe("Host name") }) }), message);
  }
});

Deno.test("defineTool() refuses a field without a description", () => {
  const message = "Cannot define tool: server_query: field host has no description. " +
    "Say its format, an example, and what to do without it";
  assertEquals(refusal({ input: z.object({ host: z.string() }) }), message);
  assertEquals(refusal({ input: z.object({ host: z.string().describe("  ") }) }), message);
});

Deno.test("defineTool() refuses an id field without a pattern or an enum", () => {
  for (const field of ["serverId", "server_id", "id", "serverID"]) {
    assertEquals(
      refusal({ input: z.object({ [field]: host }) }),
      `Cannot define tool: server_query: id field ${field} has neither pattern nor enum. Add the one that fits`,
    );
  }
});

Deno.test("defineTool() takes an id field with a pattern or an enum, and words that only end in id", () => {
  const pattern = z.string().regex(/^db\d$/).describe("Such as db1");
  const list = z.enum(["db1", "db2"]).describe("One of the two");
  for (const input of [z.object({ serverId: pattern }), z.object({ id: list }), z.object({ paid: host })]) {
    assertEquals(define({ input }).inputSchema, input);
  }
});

Deno.test("defineTool() renders when to use, when not to use and the examples, quoted by their script", () => {
  const tool = define({ description: { ...description, examples: ["Is db1 up?", "db1 还活着吗？"] } });
  assertEquals(
    tool.description,
    "When to use: The user asks whether a server answers.\n" +
      "When not to use: No host was given.\n" +
      'Example requests: "Is db1 up?" 「db1 还活着吗？」',
  );
});

Deno.test("defineTool() gives a read the traits low, extended, share", () => {
  assertEquals(define().traits, {
    kind: "read",
    risk: "low",
    priority: "extended",
    aliases: [],
    repeat: "share",
  });
});

Deno.test("defineTool() lets a write happen once", () => {
  assertEquals(define({ kind: "write" }).traits, {
    kind: "write",
    risk: "low",
    priority: "extended",
    aliases: [],
    repeat: "once",
  });
});

Deno.test("defineTool() keeps the traits that were set", () => {
  const tool = define({
    kind: "write",
    risk: "high",
    priority: "core",
    aliases: ["pingServer"],
    repeat: { cacheMs: 5000 },
    interactive: true,
  });
  assertEquals(tool.traits, {
    kind: "write",
    risk: "high",
    priority: "core",
    aliases: ["pingServer"],
    repeat: { cacheMs: 5000 },
    interactive: true,
  });
});

Deno.test("defineTool() keeps the schema and the function as they are", () => {
  const input = z.object({ host });
  const tool = define({ input });
  assertStrictEquals(tool.inputSchema, input);
  assertStrictEquals(tool.execute, done);
});
