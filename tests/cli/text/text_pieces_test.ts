import { assertEquals } from "@std/assert";
import { TextPieces } from "../../../cli/text/text_pieces.ts";

Deno.test("TextPieces keeps a character that is cut for the next piece, and a byte order mark", () => {
  const pieces = new TextPieces();
  const text = [...new TextEncoder().encode("\ufeff中😀")].map((byte) =>
    pieces.decode(new Uint8Array([byte]))
  );
  assertEquals([text.join("") + pieces.end(), pieces.replaced], ["\ufeff中😀", false]);
});

Deno.test("TextPieces replaces what is no UTF-8, also at the end, and knows it", () => {
  const pieces = new TextPieces();
  assertEquals(pieces.decode(new Uint8Array([0x61, 0xc0, 0x62, 0xe4])), "a\ufffdb");
  assertEquals([pieces.replaced, pieces.end()], [true, "\ufffd"]);
  const cut = new TextPieces();
  assertEquals([cut.decode(new Uint8Array([0xe4, 0xb8])), cut.end(), cut.replaced], ["", "\ufffd", true]);
});

Deno.test("TextPieces decodes another encoding, cut within a character (T39)", () => {
  const pieces = new TextPieces("gb18030");
  // "订单" in GB18030.
  const text = [0xb6, 0xa9, 0xb5, 0xa5].map((byte) => pieces.decode(new Uint8Array([byte])));
  assertEquals([text.join("") + pieces.end(), pieces.replaced], ["订单", false]);
});
