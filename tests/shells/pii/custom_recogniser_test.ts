import { assertEquals, assertRejects } from "@std/assert";
import { createCustomRecogniser } from "../../../shells/pii/custom_recogniser.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { findPersonalData } from "../../../shells/pii/find_personal_data.ts";

Deno.test("createCustomRecogniser() finds a user's own pattern, also in full width, line by line", async () => {
  const badge = await createCustomRecogniser({ kind: "badge", pattern: "EMP-[0-9]{6}|工号.+" });
  assertEquals(
    findPersonalData("😀 EMP-123456，ＥＭＰ－654321\n工号7 8\n9", [badge, ...DEFAULT_RECOGNISERS]),
    [
      { kind: "badge", start: 3, end: 13, value: "EMP-123456" },
      { kind: "badge", start: 14, end: 24, value: "EMP-654321" },
      { kind: "badge", start: 25, end: 30, value: "工号7 8" },
    ],
  );
});

Deno.test("createCustomRecogniser() takes nested repetition, which costs other engines exponential time (H29)", async () => {
  const nested = await createCustomRecogniser({ kind: "nested", pattern: "(a+)+$" });
  assertEquals(findPersonalData(`${"a".repeat(10_000)}b`, [nested]), []);
});

const REFUSED = [
  [{ kind: "Badge", pattern: "x" }, 'Cannot use pattern "Badge": its kind is no name'],
  [{ kind: "phone", pattern: "x" }, "Cannot use pattern phone: there is a built-in kind of that name"],
  [{ kind: "empty", pattern: "x*" }, 'Cannot use pattern empty: "x*" matches the empty text'],
  [
    { kind: "back", pattern: "(a)\\1" },
    'Cannot use pattern back: "(a)\\\\1" was refused (error parsing regexp',
  ],
  [
    { kind: "ahead", pattern: "(?=a)" },
    'Cannot use pattern ahead: "(?=a)" was refused (error parsing regexp',
  ],
] as const;
for (const [custom, message] of REFUSED) {
  Deno.test(`createCustomRecogniser() refuses ${JSON.stringify(custom)}, and says why`, async () => {
    await assertRejects(() => createCustomRecogniser(custom), TypeError, message);
  });
}
