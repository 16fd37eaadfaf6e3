import { assertEquals } from "@std/assert";
import { UsageError } from "../../cli/usage_error.ts";
import { bilingual, wordsOf } from "../../kb/bilingual_error.ts";

Deno.test("UsageError.of() keeps what a part of the program said, in both languages", () => {
  const cause = bilingual(RangeError, { en: "Cannot use profile: x", zh: "无法使用 profile：x" });
  const error = UsageError.of(cause);
  assertEquals([error.name, error.message, error.cause], ["UsageError", "Cannot use profile: x", cause]);
  assertEquals(wordsOf(error).zh, "无法使用 profile：x");
});

Deno.test("a UsageError without Chinese words does not compile", () => {
  // @ts-expect-error -- the compiler holds this: were it to compile, the check of types would fail here
  const error = () => new UsageError("Cannot run");
  assertEquals(typeof error, "function");
});
