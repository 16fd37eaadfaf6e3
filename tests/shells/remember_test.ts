import { assertEquals } from "@std/assert";
import { remember } from "../../shells/remember.ts";

/** Turns a text into capitals, and keeps account of it. */
function capitals(options: { maxEntries: number; maxLength: number }) {
  const worked: string[] = [];
  const answer = remember((text) => {
    worked.push(text);
    return text.toUpperCase();
  }, options);
  return { worked, answer };
}

Deno.test("remember() works a text out once", () => {
  const { worked, answer } = capitals({ maxEntries: 2, maxLength: 3 });
  assertEquals([answer("a"), answer("b"), answer("a"), answer("b")], ["A", "B", "A", "B"]);
  assertEquals(worked, ["a", "b"]);
});

Deno.test("remember() forgets the oldest answer first", () => {
  const { worked, answer } = capitals({ maxEntries: 2, maxLength: 3 });
  for (const text of ["a", "b", "c", "b", "c", "a"]) answer(text);
  assertEquals(worked, ["a", "b", "c", "a"]);
});

Deno.test("remember() keeps no long texts", () => {
  const { worked, answer } = capitals({ maxEntries: 2, maxLength: 3 });
  for (const text of ["four", "abc", "four", "abc"]) assertEquals(answer(text), text.toUpperCase());
  assertEquals(worked, ["four", "abc", "four"]);
});
