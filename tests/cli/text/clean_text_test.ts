import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cleanLine, cleanText } from "../../../cli/text/clean_text.ts";

Deno.test("cleanText() takes the ESC out of an escape sequence, so that it is only letters", () => {
  assertEquals(cleanText("a\r\x1b[2Kb"), "a[2Kb");
  assertEquals(cleanText("\x1b]0;title\x07x"), "]0;titlex");
  assertEquals(cleanText("\u009b31mred"), "31mred");
});

Deno.test("cleanText() keeps line feeds and tabs, and no other control character", () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCodePoint(code)).join("");
  assertEquals(cleanText(controls), "\t\n");
  const upper = Array.from({ length: 0x21 }, (_, code) => String.fromCodePoint(0x7f + code)).join("");
  assertEquals(cleanText(upper), "");
});

Deno.test("cleanText() takes out what reorders text (Trojan Source)", () => {
  assertEquals(cleanText("allow\u202e yned\u202c"), "allow yned");
  assertEquals(cleanText("\u2066a\u2067b\u2068c\u2069d\u200ee\u200ff\u061cg"), "abcdefg");
});

Deno.test("cleanText() takes out blanks without width and deprecated controls", () => {
  assertEquals(cleanText("a\u200bb\u2060c\ufeffd\u206ae\u206ff"), "abcdef");
});

Deno.test("cleanText() takes out tag characters, which hide text", () => {
  assertEquals(cleanText("ok\u{E0001}\u{E0041}\u{E007F}"), "ok");
});

Deno.test("cleanText() takes out whatever else has no shape: soft hyphens, fillers, selectors beyond the usual ones", () => {
  assertEquals(
    cleanText("a\u00adb\u034fc\u115f\u1160d\u3164e\uffa0f\u180eg\u{E0100}\u{E01EF}h\u{1D173}i"),
    "abcdefghi",
  );
});

Deno.test("cleanText() leaves no tag character behind when it takes one out of the middle of a pair", () => {
  // A high and a low surrogate with a control between them: without it they are U+E0001.
  assertEquals(cleanText("a\udb40\0\udc01b"), "a\ufffd\ufffdb");
});

for (
  const [what, text] of [
    ["Chinese", "订单 A-1024 已发货，预计 2 天后送达。𠮷"],
    ["emoji families joined by U+200D", "👨‍👩‍👧‍👦 👩🏽‍💻 ❤️"],
    ["flags of two letters", "🇨🇳"],
    ["combining marks", "e\u0301 ก็ देवनागरी"],
    ["letters written from right to left", "שלום مرحبا"],
    ["no-break and full-width blanks", "a\u00a0b\u3000c"],
  ] as const
) {
  Deno.test(`cleanText() leaves ${what} untouched`, () => {
    assertEquals(cleanText(text), text);
  });
}

Deno.test("cleanText() leaves nothing dangerous of any text, and nothing to do for a second time", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("\x1b[", "\u202e", "\udb40", "\udc01", "\0", "\u{E0020}", "中", "👨‍👩‍👧"),
  );
  fc.assert(fc.property(fc.array(unit).map((parts) => parts.join("")), (text) => {
    const clean = cleanText(text);
    assertEquals(cleanText(clean), clean);
    for (const character of clean) {
      const code = character.codePointAt(0) ?? 0;
      const control = (code < 0x20 && character !== "\n" && character !== "\t") ||
        (code >= 0x7f && code < 0xa0);
      const bidi = [0x061c, 0x200e, 0x200f].includes(code) || (code >= 0x202a && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069);
      const tag = code >= 0xe0000 && code <= 0xe007f;
      assert(!control && !bidi && !tag, `U+${code.toString(16)} is left`);
    }
  }));
});

Deno.test("cleanText() changes no text that holds nothing dangerous", () => {
  const harmless = fc.constantFrom("a", "中", "😀", "\n", "\t", " ", "\u200d", "\ufe0f", "\u0301", "é", "𠮷");
  fc.assert(fc.property(fc.array(harmless).map((parts) => parts.join("")), (text) => {
    assertEquals(cleanText(text), text);
  }));
});

Deno.test("cleanLine() lets no name of a file pass for a line of its own", () => {
  assertEquals(cleanLine("a.md\nadded\t/etc/passwd\x1b[2K"), "a.md\\nadded\\t/etc/passwd[2K");
});
