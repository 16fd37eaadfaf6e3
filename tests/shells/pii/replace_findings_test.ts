import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { blockLabel } from "../../../shells/pii/block_label.ts";
import { findPersonalData } from "../../../shells/pii/find_personal_data.ts";
import { hashValue } from "../../../shells/pii/hash_value.ts";
import { maskValue } from "../../../shells/pii/mask_value.ts";
import { numberAliases } from "../../../shells/pii/number_aliases.ts";
import type { Finding } from "../../../shells/pii/finding.ts";
import { replaceFindings, type Replacement } from "../../../shells/pii/replace_findings.ts";
import { personalText } from "../../_support/personal_text.ts";

function masked(text: string, replace: Replacement): string {
  return replaceFindings(text, findPersonalData(text), replace);
}

Deno.test("replaceFindings() replaces in place and leaves the rest as it was", () => {
  const text = "张三 138-0013-8000，a@b.cn。";
  assertEquals(
    masked(text, ({ kind, value }, original) => `<${kind}|${value}|${original}>`),
    "张三 <phone|13800138000|138-0013-8000>，<email|a@b.cn|a@b.cn>。",
  );
  assertEquals(masked("nothing here", blockLabel), "nothing here");
});

Deno.test("maskValue() keeps the last four signs where that is usual, and nothing of secrets", () => {
  const cases = [
    ["13812345678", "138****5678"],
    ["+44 20 7946 0958", "****0958"],
    ["tel 785 8949", "tel ****"],
    ["4111 1111 1111 1111", "****1111"],
    ["bob@example.com", "b***@example.com"],
    ["a@b.cn", "***@b.cn"],
    ["10.218.6.131", "****"],
    ["password: hunter2!", "password: ****"],
    ["postgres://bob:secret@db.cn/x", "postgres://****@db.cn/x"],
    ["护照 E12345678", "护照 ****5678"],
  ] as const;
  for (const [text, expected] of cases) assertEquals(masked(text, maskValue), expected);
});

Deno.test("blockLabel() names the kind", () => {
  assertEquals(masked("卡 4111111111111111", blockLabel), "卡 [BANK_CARD]");
});

Deno.test("hashValue() gives equal values equal digests, under one key only", () => {
  // printf 'phone\n13800138000' | openssl dgst -sha256 -hmac key | cut -c1-16 after "= "
  assertEquals(masked("138 0013 8000", hashValue("key")), "[PHONE:c16dfeadc3082282]");
  const [one, same, other] = ["13800138000", "138-0013-8000", "13900139000"].map((text) =>
    masked(text, hashValue("k"))
  );
  assertEquals([one === same, one === other, one === masked("13800138000", hashValue("l"))], [
    true,
    false,
    false,
  ]);
});

Deno.test("numberAliases() numbers the values of each kind, and remembers the last ones", () => {
  const alias = numberAliases(2);
  const give = (value: string) => alias({ kind: "phone", value, start: 0, end: 1 });
  assertEquals([give("a"), give("b"), give("a"), alias({ kind: "email", value: "a", start: 0, end: 1 })], [
    "[[PHONE_1]]",
    "[[PHONE_2]]",
    "[[PHONE_1]]",
    "[[EMAIL_1]]",
  ]);
  // Two generations of two: "b" came up before the last four values, and has a new number now.
  assertEquals([give("c"), give("d"), give("e"), give("b"), give("e")], [
    "[[PHONE_3]]",
    "[[PHONE_4]]",
    "[[PHONE_5]]",
    "[[PHONE_6]]",
    "[[PHONE_5]]",
  ]);
});

const STRATEGIES = { maskValue, blockLabel, hashValue: hashValue("key"), numberAliases: numberAliases() };
for (const [name, replace] of Object.entries(STRATEGIES)) {
  Deno.test(`${name}() leaves nothing to be found: masking twice is masking once (H30)`, () => {
    fc.assert(
      fc.property(personalText, (text) => {
        // Masks that touch each other, or stars of the text's own, can be taken for a password: masked once more, nothing leaks.
        const isOver = ({ kind, value }: Finding) => kind === "secret" && /\*{5}|\d\*{4}\d{4}\*/.test(value);
        assertEquals(findPersonalData(masked(text, replace)).filter((found) => !isOver(found)), []);
      }),
      { numRuns: 2_000 },
    );
  });
}
