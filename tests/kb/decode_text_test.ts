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
