import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { bilingual, BilingualError, wordsOf } from "../../kb/bilingual_error.ts";

const WORDS = { en: "Cannot read a.md: it is empty", zh: "无法读取 a.md：文件是空的" };

Deno.test("BilingualError has the English text for a message, and wordsOf() both", () => {
  const cause = new Error("why");
  const error = new BilingualError(WORDS, { cause });
  assertEquals([error.message, error.name, error.cause], [WORDS.en, "Error", cause]);
  assertEquals(wordsOf(error), WORDS);
});

Deno.test("bilingual() makes an error of the class that is asked for, and no other field of it", () => {
  const error = bilingual(RangeError, WORDS, { cause: "why" });
  assertInstanceOf(error, RangeError);
  assertEquals([error.name, error.message, error.cause], ["RangeError", WORDS.en, "why"]);
  assertEquals(wordsOf(error), WORDS);
  assertEquals(Object.keys(error), []);
  assert(!Deno.inspect(error).includes(WORDS.zh));
});

Deno.test("wordsOf() says the same twice where there are no Chinese words", () => {
  assertEquals(wordsOf(new Error("what")), { en: "what", zh: "what" });
  assertEquals(wordsOf("text"), { en: "text", zh: "text" });
  assertEquals(wordsOf(undefined), { en: "undefined", zh: "undefined" });
});

Deno.test("wordsOf() says in Chinese what the system refuses", async () => {
  const missing = await Deno.readTextFile("/nowhere/a.md").catch((error) => error);
  assertEquals(wordsOf(missing), {
    en: "No such file or directory (os error 2): readfile '/nowhere/a.md'",
    zh: "文件或文件夹不存在（os error 2）：readfile '/nowhere/a.md'",
  });
});
