import { assertEquals } from "@std/assert";
import { tokenize } from "../../kb/tokenize.ts";

Deno.test("tokenize() gives Han characters and pairs, and the parts of what stands between them (K1)", () => {
  assertEquals(tokenize("重跑gen-itgc后50条"), [
    "重",
    "重跑",
    "跑",
    "gen-itgc",
    "gen",
    "itgc",
    "后",
    "50",
    "条",
  ]);
});

Deno.test("tokenize() keeps ids and versions whole and splits them as well (K2)", () => {
  assertEquals(tokenize("TK-20261009-0001"), ["tk-20261009-0001", "tk", "20261009", "0001"]);
  assertEquals(tokenize("v 1.0.21."), ["v", "1.0.21", "1", "0", "21"]);
});

Deno.test("tokenize() reads full-width letters and digits as plain ones", () => {
  assertEquals(tokenize("ＡＢ１２"), ["ab12"]);
});

Deno.test("tokenize() stems words and drops a possessive", () => {
  assertEquals(tokenize("The customer's Refunds were refunded"), [
    "the",
    "custom",
    "refund",
    "were",
    "refund",
  ]);
});

Deno.test("tokenize() treats kana and Hangul like Han", () => {
  assertEquals(tokenize("ホテル"), ["ホ", "ホテ", "テ", "テル", "ル"]);
  assertEquals(tokenize("환불"), ["환", "환불", "불"]);
});

Deno.test("tokenize() finds nothing in punctuation", () => {
  assertEquals(tokenize("——，。！ --- …"), []);
});
