import { assertEquals } from "@std/assert";
import { shellWord } from "../../../cli/text/shell_word.ts";

Deno.test("shellWord() quotes what a shell would take apart, and nothing else", () => {
  assertEquals(["/home/me/.key", "订单.key", "a b", "it's", "$HOME", "~/x", ""].map(shellWord), [
    "/home/me/.key",
    "订单.key",
    "'a b'",
    "'it'\\''s'",
    "'$HOME'",
    "'~/x'",
    "''",
  ]);
});
