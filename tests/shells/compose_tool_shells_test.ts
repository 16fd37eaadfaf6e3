import { assertEquals, assertStrictEquals } from "@std/assert";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import type { Shell } from "../../shells/shell.ts";
import { wrapExecute } from "../../shells/wrap_execute.ts";
import type { ToolTable } from "../../tools/types.ts";
import { callTool, fakeTool } from "../_support/fake_tool.ts";

/** A shell that notes when a call goes in and when it comes out. */
function noting(letter: string, notes: string[]): Shell {
  return (tool, { name }) =>
    wrapExecute(tool, async (input, options, next) => {
      notes.push(`${letter} in ${name}`);
      try {
        return await next(input, options);
      } finally {
        notes.push(`${letter} out`);
      }
    });
}

Deno.test("composeToolShells() makes the first shell of the list the outermost", async () => {
  const notes: string[] = [];
  const tool = fakeTool(() => void notes.push("tool"));
  const { ping } = composeToolShells({ ping: tool }, ["a", "b", "c"].map((letter) => noting(letter, notes)));
  await callTool(ping ?? tool, {});
  assertEquals(notes, ["a in ping", "b in ping", "c in ping", "tool", "c out", "b out", "a out"]);
});

Deno.test("composeToolShells() tells each shell the name that the tool is registered under", () => {
  const names: string[] = [];
  const shell: Shell = (tool, { name }) => (names.push(name), tool);
  composeToolShells({ one: fakeTool(() => 1), two: fakeTool(() => 2) }, [shell]);
  assertEquals(names, ["one", "two"]);
});

Deno.test("composeToolShells() keeps names and order, and leaves the table alone", () => {
  const tools = { zulu: fakeTool(() => 1), alpha: fakeTool(() => 2), mike: fakeTool(() => 3) };
  const before = { ...tools };
  const composed = composeToolShells(tools, [noting("a", [])]);
  assertEquals(Object.keys(composed), ["zulu", "alpha", "mike"]);
  for (const name of ["zulu", "alpha", "mike"] as const) {
    assertStrictEquals(tools[name], before[name]);
    assertEquals(composed[name] === tools[name], false);
  }
});

Deno.test("composeToolShells() gives the tools back as they are when there are no shells", () => {
  const tool = fakeTool(() => 1);
  const composed = composeToolShells({ ping: tool }, []);
  assertStrictEquals(composed.ping, tool);
});

Deno.test("composeToolShells() treats __proto__ and constructor as names like any other", () => {
  const tools: ToolTable = Object.fromEntries([
    ["__proto__", fakeTool(() => 1)],
    ["constructor", fakeTool(() => 2)],
  ]);
  const composed = composeToolShells(tools, [noting("a", [])]);
  assertEquals(Object.keys(composed), ["__proto__", "constructor"]);
  assertStrictEquals(Object.getPrototypeOf(composed), Object.prototype);
});
