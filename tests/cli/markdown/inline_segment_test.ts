import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { inlineSegment } from "../../../cli/markdown/inline_segment.ts";

for (
  const [text, length, kind] of [
    ["plain **x**", 6, "plain"],
    ["**x** y", 5, "construct"],
    ["**a `*` b** c", 11, "construct"],
    ["`a` b", 3, "construct"],
    ["``a`b`` c", 7, "construct"],
    ["[a](b) c", 6, "construct"],
    ["[a [b] c](d(e)) f", 15, "construct"],
    ["![a](b) c", 7, "construct"],
    ["<https://e.cn> c", 14, "construct"],
    ["<br> c", 4, "construct"],
    ["\\* c", 2, "construct"],
    ["[1] c", 1, "plain"],
    ["* c", 1, "plain"],
    ["****c", 4, "plain"],
    ["~c", 1, "plain"],
    ["< c", 1, "plain"],
    ["! c", 1, "plain"],
    ["\\c", 1, "plain"],
  ] as const
) {
  Deno.test(`inlineSegment() takes ${length} of ${JSON.stringify(text)} as ${kind}`, () => {
    assertEquals(inlineSegment(text, "", false), { length, kind });
  });
}

Deno.test("inlineSegment() waits while more could make a construct, and takes it for text at the line's end", () => {
  for (
    const begun of [
      "*",
      "**",
      "**a",
      "**a*",
      "**a**",
      "`a",
      "`a`",
      "[a",
      "[a]",
      "[a](b",
      "!",
      "![a]",
      "<h",
      "\\",
      "~~a~",
    ]
  ) {
    assertEquals(inlineSegment(begun, "", false), undefined, begun);
    assertEquals(
      inlineSegment(begun, "", true)?.kind,
      /^(\*\*a\*\*|`a`)$/.test(begun) ? "construct" : "plain",
      begun,
    );
  }
});

Deno.test("inlineSegment() reads no marks within names", () => {
  assertEquals(inlineSegment("_query_ x", "r", false), { length: 1, kind: "plain" });
  assertEquals(inlineSegment("_query_ x", " ", false), { length: 7, kind: "construct" });
  assertEquals(inlineSegment("_a_b_ x", "", false), { length: 5, kind: "construct" });
});

Deno.test("what inlineSegment() has said of a beginning stays true (property)", () => {
  const parts = fc.constantFrom(..."*_~`[]()!<>\\ ", "a", "订", "。", "a".repeat(150));
  const line = fc.array(parts, { minLength: 1, maxLength: 20 }).map((all) => all.join(""));
  fc.assert(
    fc.property(
      line,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom("", " ", "a"),
      (text, length, previous) => {
        const early = inlineSegment(text.slice(0, length), previous, false);
        // Plain text is given as far as it is there.
        if (early === undefined || !/^[\\`*_~[!<]/.test(text)) return;
        assertEquals(early, inlineSegment(text, previous, true));
      },
    ),
    { numRuns: 2_000 },
  );
});
