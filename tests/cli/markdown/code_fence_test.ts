import { assertEquals } from "@std/assert";
import { CodeFence } from "../../../cli/markdown/code_fence.ts";

Deno.test("CodeFence ends at as many of the same marks, and nothing else", () => {
  const fence = new CodeFence("```", 0);
  assertEquals(["```", "  ````  ", "``", "~~~", "```ts", ""].map((line) => fence.read(line, true)), [
    "end",
    "end",
    { code: 0 },
    { code: 0 },
    { code: 0 },
    { code: 0 },
  ]);
});

Deno.test("CodeFence waits while a line may be its end", () => {
  const fence = new CodeFence("~~~", 0);
  assertEquals(["", "  ", "~", "~~~~ ", "~a", "a"].map((line) => fence.read(line, false)), [
    undefined,
    undefined,
    undefined,
    undefined,
    { code: 0 },
    { code: 0 },
  ]);
});

Deno.test("CodeFence ends with the quote that it stands in", () => {
  const fence = new CodeFence("```", 1);
  assertEquals(["> a", ">a", "> ```", "a", ""].map((line) => fence.read(line, true)), [
    { code: 2 },
    { code: 1 },
    "end",
    "left",
    "left",
  ]);
  assertEquals([">", "> `", "> `a", "a"].map((line) => fence.read(line, false)), [
    undefined,
    undefined,
    { code: 2 },
    "left",
  ]);
});
