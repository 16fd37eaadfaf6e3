import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { RecordedCall } from "../../../agent/recording/recording.ts";
import { pairCalls } from "../../../agent/replay/pair_calls.ts";

function calls(tools: string): RecordedCall[] {
  return [...tools].map((tool) => ({ step: 1, tool, input: {}, output: null }));
}

function pairs(recorded: string, now: string): string[] {
  return pairCalls(calls(recorded), calls(now)).map(({ recorded, now }) =>
    `${recorded?.tool ?? "-"}${now?.tool ?? "-"}`
  );
}

Deno.test("pairCalls() pairs the same tools in the same order", () => {
  assertEquals(pairs("abc", "abc"), ["aa", "bb", "cc"]);
});

Deno.test("pairCalls() leaves alone what one side lacks, and keeps the rest in step", () => {
  assertEquals(pairs("abc", "ac"), ["aa", "b-", "cc"]);
  assertEquals(pairs("ac", "abc"), ["aa", "-b", "cc"]);
  assertEquals(pairs("", "a"), ["-a"]);
  assertEquals(pairs("aab", "b"), ["a-", "a-", "bb"]);
});

Deno.test("pairCalls() pairs what stands in the same place: there, another tool was chosen", () => {
  assertEquals(pairs("axb", "ayb"), ["aa", "xy", "bb"]);
  assertEquals(pairs("x", "y"), ["xy"]);
});

Deno.test("pairCalls() loses no call and keeps the order of both sides", () => {
  const tools = fc.stringMatching(/^[abc]{0,8}$/);
  fc.assert(fc.property(tools, tools, (recorded, now) => {
    const found = pairs(recorded, now);
    assertEquals(found.map((pair) => pair[0]).join("").replaceAll("-", ""), recorded);
    assertEquals(found.map((pair) => pair[1]).join("").replaceAll("-", ""), now);
  }));
});
