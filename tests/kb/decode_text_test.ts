import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { decodeText, UndecodableTextError } from "../../kb/decode_text.ts";

Deno.test("decodeText() takes a UTF-8 byte order mark off (K6)", () => {
  assertEquals(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0xe9, 0x80, 0x80)), "退");
});

Deno.test("decodeText() reads UTF-16 in either byte order (K6)", () => {
  assertEquals(decodeText(Uint8Array.of(0xff, 0xfe, 0x00, 0x90, 0x3e, 0x6b)), "退款");
  assertEquals(decodeText(Uint8Array.of(0xfe, 0xff, 0x90, 0x00, 0x6b, 0x3e)), "退款");
});

Deno.test("decodeText() reads GB18030 when the bytes are not UTF-8 (K6)", () => {
  assertEquals(decodeText(Uint8Array.of(0xcd, 0xcb, 0xbf, 0xee)), "退款");
  // 㐀 (U+3400) has four bytes in GB18030 and none in GBK.
  assertEquals(decodeText(Uint8Array.of(0x81, 0x39, 0xee, 0x39, 0xcd, 0xcb)), "㐀退");
});

Deno.test("decodeText() refuses bytes of another encoding, naming the file and the way out (K6)", () => {
  const error = assertThrows(
    () => decodeText(Uint8Array.of(0x63, 0x61, 0x66, 0xe9), "/x/y.bin"),
    UndecodableTextError,
  );
  assertEquals(
    error.message,
    "Cannot read document: /x/y.bin holds neither UTF-8 nor GB18030 text. Convert it to UTF-8 and ingest again",
  );
});

Deno.test("decodeText() refuses binary content that happens to be UTF-8", () => {
  assertThrows(() => decodeText(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x00, 0x00)), UndecodableTextError);
});

Deno.test("decodeText() makes no other characters of UTF-8 that a byte is missing from (K6)", () => {
  // As GB18030 these are "鍛樺伐姣忓勾鏈夊崄澶╁勾鍋" and "Gr枚脽e…", without an error.
  const chinese = new TextEncoder().encode("员工每年有十天年假").subarray(0, 26);
  assertThrows(() => decodeText(chinese), UndecodableTextError);
  const german = new TextEncoder().encode("Größe, Maß und Übergröße für Gäste. ".repeat(2));
  const torn = Uint8Array.of(...german.subarray(0, 38), ...german.subarray(39));
  assertThrows(() => decodeText(torn), UndecodableTextError);
});

Deno.test("decodeText() makes no Chinese of Shift-JIS (K6)", () => {
  // パスワードを忘れた場合は、ヘルプデスクへ
  const hex = "83708358838f815b836882f0965982ea82bd8fea8d8782cd81418377838b837683668358834e82d6";
  assertThrows(() => decodeText(Uint8Array.fromHex(hex)), UndecodableTextError);
});

Deno.test("decodeText() reads traditional Chinese and short words in GB18030 (K6)", () => {
  // 學習歷史，圖書館借書與還書說明 and 員
  const hex = "8c57c1959a76cab7a3ac884495f8f05ebde895f8c563df8095f8d566c3f7";
  assertEquals(decodeText(Uint8Array.fromHex(hex)), "學習歷史，圖書館借書與還書說明");
  assertEquals(decodeText(Uint8Array.of(0x86, 0x54)), "員");
});

Deno.test("decodeText() reads an empty file as an empty text", () => {
  assertEquals(decodeText(new Uint8Array()), "");
});

Deno.test("decodeText() gives back whatever was written as UTF-8", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    fc.pre(!text.startsWith("\ufeff"));
    assertEquals(decodeText(new TextEncoder().encode(text)), text);
  }));
});

Deno.test("decodeText() never makes a U+FFFD out of arbitrary bytes (K6)", () => {
  const written = new TextDecoder("utf-8", { fatal: true });
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
    try {
      if (decodeText(bytes).includes("\ufffd")) assert(written.decode(bytes).includes("\ufffd"));
    } catch (error) {
      assert(error instanceof UndecodableTextError);
    }
  }));
});
