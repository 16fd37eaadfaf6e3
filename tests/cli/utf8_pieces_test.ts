import { assertEquals } from "@std/assert";
import { Utf8Pieces } from "../../cli/utf8_pieces.ts";

Deno.test("Utf8Pieces keeps a character that is cut for the next piece, and a byte order mark", () => {
  const pieces = new Utf8Pieces();
  const text = [...new TextEncoder().encode("\ufeff中😀")].map((byte) =>
    pieces.decode(new Uint8Array([byte]))
  );
  assertEquals([text.join("") + pieces.end(), pieces.replaced], ["\ufeff中😀", false]);
});

Deno.test("Utf8Pieces replaces what is no UTF-8, also at the end, and knows it", () => {
  const pieces = new Utf8Pieces();
  assertEquals(pieces.decode(new Uint8Array([0x61, 0xc0, 0x62, 0xe4])), "a\ufffdb");
  assertEquals([pieces.replaced, pieces.end()], [true, "\ufffd"]);
  const cut = new Utf8Pieces();
  assertEquals([cut.decode(new Uint8Array([0xe4, 0xb8])), cut.end(), cut.replaced], ["", "\ufffd", true]);
});
