import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { foldText } from "../../../shells/pii/folded_text.ts";

Deno.test("foldText() folds widths, dashes, spaces, invisible characters and %40 (H28)", () => {
  const cases = [
    ["ＡＢｃ＠１２．３－（４）：", "ABc@12.3-(4):"],
    ["1\u200b2\u00ad3\ufe0f\u20e34\u{e0041}5", "12345"],
    ["1\u00a02\u30003\u20114\u22125", "1 2 3-4-5"],
    ["a%40b", "a@b"],
    ["٠١۲", "012"],
    ["您好，谢谢！；？", "您好，谢谢！；？"],
  ] as const;
  for (const [text, expected] of cases) assertEquals(foldText(text).text, expected);
});

Deno.test("foldText() leads back to the original: a piece ends before what is invisible behind it", () => {
  const text = "x\u200b\u200b１%40\u00ad２y";
  const { text: folded, originalOf } = foldText(text);
  assertEquals(folded, "x1@2y");
  assertEquals([0, 1, 2, 3, 4].map((at) => originalOf(at, "start")), [0, 3, 4, 8, 9]);
  assertEquals([1, 2, 4, 5].map((at) => originalOf(at, "end")), [1, 4, 9, 10]);
});

Deno.test("foldText() leads back to a piece that folds to the same text", () => {
  const pieces = fc.array(
    fc.constantFrom("a", "１", "\u200b", "中", "😀", "\u00ad", "-", "－", "٣", "\u{e0041}"),
  );
  fc.assert(fc.property(pieces, fc.nat(), fc.nat(), (parts, one, other) => {
    const text = parts.join("");
    const { text: folded, originalOf } = foldText(text);
    const [start, end] = [one % (folded.length + 1), other % (folded.length + 1)].sort((a, b) => a - b);
    if (start === undefined || end === undefined || start === end) return;
    const piece = text.slice(originalOf(start, "start"), originalOf(end, "end"));
    assert(foldText(piece).text === folded.slice(start, end), `${text} ${start} ${end}`);
  }));
});
