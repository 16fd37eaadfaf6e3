import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { DatabaseSync } from "node:sqlite";
import { storableText } from "../../kb/storable_text.ts";

Deno.test("storableText() takes out NULs and halves of surrogate pairs, and nothing else", () => {
  assertEquals(storableText("a\0b\ud83dc\ude00d"), "abcd");
  assertEquals(storableText("退\u0001款 👍 𠮷\n"), "退\u0001款 👍 𠮷\n");
  assertEquals(storableText("\ud83d👍\ude00"), "👍");
});

Deno.test("storableText() makes what SQLite gives back as it is", () => {
  using database = new DatabaseSync(":memory:");
  const echo = database.prepare("SELECT ? AS text");
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(0xffff)), (text, units) => {
    const stored = storableText(text + String.fromCharCode(...units) + "\0");
    assertEquals(echo.get(stored)?.["text"], stored);
  }));
});
