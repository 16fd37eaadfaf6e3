import { assertEquals, assertStrictEquals } from "@std/assert";
import { AliasVault } from "../../../shells/pii/alias_vault.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { PersonalDataGuard } from "../../../shells/pii/personal_data_guard.ts";

function guard(): PersonalDataGuard {
  return new PersonalDataGuard({ recognisers: DEFAULT_RECOGNISERS, vault: new AliasVault() });
}

Deno.test("PersonalDataGuard masks with aliases, and masking twice is masking once (H30)", () => {
  const session = guard();
  const once = session.mask("电话 138 0013 8000 或 13800138000，邮箱 li@example.cn，订单 A-1024");
  assertEquals(once, "电话 [[PHONE_1]] 或 [[PHONE_1]]，邮箱 [[EMAIL_1]]，订单 A-1024");
  assertEquals(session.mask(once), once);
  assertEquals(session.restore(once), "电话 138 0013 8000 或 138 0013 8000，邮箱 li@example.cn，订单 A-1024");
});

Deno.test("PersonalDataGuard masks a value wherever it holds texts, and says what it found", () => {
  const { value, count, kinds } = guard().maskValue({
    summary: "已联系 13800138000",
    structured: { phones: ["13800138000", "13900139000"], mail: "li@example.cn", mobile: 13800138000 },
  });
  assertEquals(value, {
    summary: "已联系 [[PHONE_1]]",
    structured: {
      phones: ["[[PHONE_1]]", "[[PHONE_2]]"],
      mail: "[[EMAIL_1]]",
      mobile: "[[PHONE_1]]",
    },
  });
  assertEquals([count, kinds], [5, ["phone", "email"]]);
});

Deno.test("PersonalDataGuard leaves a value alone in which there is nothing", () => {
  const value = { summary: "Order A-1024 is shipped.", structured: { days: 2, at: "2026-11-30" } };
  const session = guard();
  assertEquals(session.maskValue(value), { value, count: 0, kinds: [] });
  assertStrictEquals(session.maskValue(value).value, value);
});

Deno.test("PersonalDataGuard restores nothing that another session issued (H30)", () => {
  guard().mask("13800138000");
  assertEquals(guard().restore({ text: "[[PHONE_1]]" }), { text: "[[PHONE_1]]" });
});

Deno.test("PersonalDataGuard masks a text that comes in pieces as it would the whole", () => {
  const session = guard();
  const stream = session.stream();
  const pieces = ["请拨 138", "00138", "000，", "或写信给 li@exam", "ple.cn"].map((piece) =>
    stream.push(piece)
  );
  assertEquals(pieces.join("") + stream.flush(), "请拨 [[PHONE_1]]，或写信给 [[EMAIL_1]]");
});
