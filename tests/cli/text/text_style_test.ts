import { assertEquals } from "@std/assert";
import { textStyle } from "../../../cli/text/text_style.ts";

Deno.test("textStyle() colours and ends every colour", () => {
  const { dim, bold, good, bad } = textStyle(true);
  assertEquals([dim("a"), bold("a"), good("a"), bad("a")], [
    "\x1b[2ma\x1b[0m",
    "\x1b[1ma\x1b[0m",
    "\x1b[32ma\x1b[0m",
    "\x1b[31ma\x1b[0m",
  ]);
});

Deno.test("textStyle() writes no escape sequence for an empty text", () => {
  assertEquals(textStyle(true).dim(""), "");
});

Deno.test("textStyle() leaves every text alone without colour", () => {
  const { dim, bold, good, bad } = textStyle(false);
  assertEquals([dim("a"), bold("b"), good("c"), bad("")], ["a", "b", "c", ""]);
});
