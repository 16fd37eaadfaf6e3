import { assertEquals, assertInstanceOf } from "@std/assert";
import { unreadable } from "../../../cli/settings/unreadable.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { wordsOf } from "../../../kb/bilingual_error.ts";

Deno.test("unreadable() names the source before what is wrong, in both languages", () => {
  const cause = new Error("why");
  const error = unreadable("--turn", { en: '"x" is no number', zh: '"x" 不是数字' }, cause);
  assertInstanceOf(error, UsageError);
  assertEquals(wordsOf(error), {
    en: 'Cannot read --turn: "x" is no number',
    zh: '无法读取 --turn："x" 不是数字',
  });
  assertEquals(error.cause, cause);
  assertEquals("cause" in unreadable("--turn", { en: "a", zh: "甲" }), false);
});
