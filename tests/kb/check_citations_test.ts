import { assertEquals } from "@std/assert";
import { checkCitations } from "../../kb/check_citations.ts";

Deno.test("checkCitations() flags numbers that were never issued (K21)", () => {
  assertEquals(checkCitations("Seven days [1], no fee [4], again [1].", [1, 2]), {
    cited: [1, 4],
    unknown: [4],
  });
});

Deno.test("checkCitations() reads lists, ranges, neighbours and Chinese brackets (K21)", () => {
  assertEquals(checkCitations("甲【1】乙［2］丙[3、4]丁[6-8] and [9][10].", [1]).cited, [
    1,
    2,
    3,
    4,
    6,
    7,
    8,
    9,
    10,
  ]);
});

Deno.test("checkCitations() ignores code, closed or not (K21)", () => {
  const answer = "Yes [1].\n\n```js\nlist[7];\n```\n\nUse `a[8]` or ``b`[9]``.\n\n~~~\nx[10]";
  assertEquals(checkCitations(answer, [1]), { cited: [1], unknown: [] });
});

Deno.test("checkCitations() reads on behind backticks that are closed in their own line (K21)", () => {
  const answer = "```npm i``` installs it [7].\n\nSee ```a[8]``` and [9].\n";
  assertEquals(checkCitations(answer, [9]), { cited: [7, 9], unknown: [7] });
});

Deno.test("checkCitations() takes a long run of one sign in less than quadratic time", () => {
  for (const sign of ["`", "~", "[", "[1", "【", "[1,"]) {
    assertEquals(checkCitations(`${sign.repeat(200_000)} x`, []).cited, []);
  }
});

Deno.test("checkCitations() takes years, footnotes and aliases for what they are", () => {
  assertEquals(checkCitations("In [2024] see [^1] and [[PHONE_1]].", []), { cited: [], unknown: [] });
});

Deno.test("checkCitations() flags zero and counts no endless range", () => {
  assertEquals(checkCitations("[0] [1-999]", [1]), { cited: [0, 1, 999], unknown: [0, 999] });
});
