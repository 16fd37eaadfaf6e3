import { assertEquals } from "@std/assert";
import { charWidth } from "../../../cli/text/char_width.ts";

Deno.test("what joins the character before it takes no column of its own (T37)", () => {
  assertEquals([charWidth("👩"), charWidth("👩", "\u200d"), charWidth("\u200d", "👩")], [2, 0, 0]);
  assertEquals(charWidth("\u0007"), 0);
});
