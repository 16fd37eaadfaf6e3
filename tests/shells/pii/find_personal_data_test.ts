import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { findPersonalData } from "../../../shells/pii/find_personal_data.ts";
import { foldText } from "../../../shells/pii/folded_text.ts";
import { DEFAULT_KINDS, SECRET_KINDS } from "../../../shells/pii/personal_data_kind.ts";
import { personalText } from "../../_support/personal_text.ts";

function found(text: string): string[] {
  return findPersonalData(text).map(({ kind, value }) => `${kind} ${value}`);
}

Deno.test("findPersonalData() gives offsets into the original, also where it was folded (H28)", () => {
  assertEquals(findPersonalData("请发到a@b.cn谢谢"), [{ kind: "email", start: 3, end: 9, value: "a@b.cn" }]);
  assertEquals(findPersonalData("😀１３８\u200b００１３８０００\u200b!"), [
    { kind: "phone", start: 2, end: 14, value: "13800138000" },
  ]);
  assertEquals(findPersonalData("to=a%40b.cn&x"), [{ kind: "email", start: 3, end: 11, value: "a@b.cn" }]);
});

Deno.test("findPersonalData() gives one value to one number, however it is written (H30)", () => {
  const cards = [
    "4111111111111111",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "４１１１１１１１１１１１１１１１",
  ];
  for (const card of cards) assertEquals(found(`卡号：${card}`), ["bank_card 4111111111111111"], card);
  const phones = [
    "13800138000",
    "138 0013 8000",
    "138-0013-8000",
    "+86 138 0013 8000",
    "0086-13800138000",
    "1️⃣3800138000",
  ];
  for (const phone of phones) assertEquals(found(`打 ${phone}`), ["phone 13800138000"], phone);
  assertEquals(found("Bob@Example.COM"), found("bob＠example．com"));
});

Deno.test("findPersonalData() leaves order numbers, dates, amounts, versions and identifiers alone (H28)", () => {
  const texts = [
    "订单 A-1024 和 TK-20261130-0001 已于 2026-11-30 14:05:09 发货",
    "20261130 共 1,299.00 元，折合 USD 12,345,678.90",
    "version 1.22.333, v1.2.3.4, Chrome/120.0.6099.109",
    "550e8400-e29b-41d4-a716-446655440000",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "git@github.com:owner/name.git",
    "timestamp 1700000000000, port 8080, 3... 2... 1...",
    "订单号13800138000，运单号 SF1234567890123",
    "x[1::2] std::abs 12:30:45 http://127.0.0.1:8080/",
    "客服热线 400-820-8820，邮编 200120",
    "13800138000 元",
  ];
  for (const text of texts) assertEquals(found(text), [], text);
});

Deno.test("findPersonalData() takes no alias, label or masked value for personal data (H30)", () => {
  const texts = [
    "call [[PHONE_1]]",
    "[[BANK_CARD_12]]",
    "[EMAIL]",
    "phone [PHONE:0123456789012345]",
    "138****5678",
    "****1111",
    "a***@b.cn",
    "password: ****",
    "https://****@host.cn/",
  ];
  for (const text of texts) assertEquals(found(text), [], text);
});

Deno.test("findPersonalData() finds a value that touches another one", () => {
  assertEquals(found("a@b.cn13800138000"), ["email a@b.cn", "phone 13800138000"]);
  // Stars right before it make no value a masked one.
  assertEquals(found("****13800138000"), ["phone 13800138000"]);
  assertEquals(found("**13800138000**"), ["phone 13800138000"]);
});

Deno.test("findPersonalData() gives the longer of two that overlap, else the more certain one", () => {
  assertEquals(found("https://user:pass@host.com/x"), ["url_credentials user:pass"]);
  assertEquals(found("password=13800138000"), ["secret 13800138000"]);
});

Deno.test("DEFAULT_RECOGNISERS has one of each kind, in order; secrets come first", () => {
  assertEquals(DEFAULT_RECOGNISERS.map(({ kind }) => kind), [...DEFAULT_KINDS]);
  assertEquals([...SECRET_KINDS], ["secret", "url_credentials"]);
});

Deno.test("findPersonalData() gives findings in order whose pieces hold the value's digits", () => {
  fc.assert(
    fc.property(personalText, (text) => {
      let last = 0;
      for (const { start, end, value } of findPersonalData(text)) {
        assert(start >= last && end > start && end <= text.length);
        last = end;
        const digits = value.replace(/;ext=/, "").replaceAll(/\D/g, "");
        const written = foldText(text.slice(start, end)).text;
        // A country's code or a trunk's 0 may be added, and an expanded address has more zeros: the tail is what counts.
        assert(
          written.includes(":") || written.replaceAll(/\D/g, "").endsWith(digits.slice(-4)),
          `${written} ${value}`,
        );
      }
    }),
    { numRuns: 2_000 },
  );
});
