import { assertEquals } from "@std/assert";
import { AliasVault } from "../../../shells/pii/alias_vault.ts";

const PHONE = { kind: "phone", value: "13800138000" };
const CARD = { kind: "bank_card", value: "4111111111111111" };

Deno.test("AliasVault gives the same value the same alias, and another one another (H30)", () => {
  const vault = new AliasVault();
  assertEquals(vault.aliasOf(PHONE, "138 0013 8000"), "[[PHONE_1]]");
  assertEquals(vault.aliasOf(PHONE, "138-0013-8000"), "[[PHONE_1]]");
  assertEquals(vault.aliasOf({ ...PHONE, value: "13900139000" }, "13900139000"), "[[PHONE_2]]");
  assertEquals(vault.aliasOf(CARD, "4111 1111 1111 1111"), "[[BANK_CARD_1]]");
  assertEquals(vault.aliasOf({ kind: "passport", value: "13800138000" }, "13800138000"), "[[PASSPORT_1]]");
  assertEquals(vault.size, 4);
});

Deno.test("AliasVault restores what it issued, as it was first written, and nothing else (H30)", () => {
  const vault = new AliasVault();
  vault.aliasOf(PHONE, "138 0013 8000");
  vault.aliasOf(CARD, "$&$1");
  assertEquals(
    vault.restore("打 [[PHONE_1]]，[[PHONE_1]][[BANK_CARD_1]]"),
    "打 138 0013 8000，138 0013 8000$&$1",
  );
  for (
    const text of [
      "[[PHONE_2]]",
      "[[PHONE_01]]",
      "[[PHONE_1]",
      "[PHONE_1]]",
      "[[phone_1]]",
      "[[CONSTRUCTOR_1]]",
      "[[__PROTO___1]]",
      "PHONE_1",
      "",
    ]
  ) {
    assertEquals(vault.restore(text), text);
  }
});

Deno.test("AliasVault goes on from the aliases that a session had", () => {
  const first = new AliasVault();
  first.aliasOf(PHONE, "13800138000");
  const second = new AliasVault(first.takeNew());
  assertEquals(second.aliasOf(PHONE, "138-0013-8000"), "[[PHONE_1]]");
  assertEquals(second.aliasOf({ ...PHONE, value: "1" }, "1"), "[[PHONE_2]]");
  assertEquals(second.restore("[[PHONE_1]]"), "13800138000");
});

Deno.test("AliasVault hands out each new alias once, to be kept", () => {
  const vault = new AliasVault();
  vault.aliasOf(PHONE, "13800138000");
  assertEquals(vault.takeNew(), [
    { alias: "[[PHONE_1]]", kind: "phone", value: "13800138000", original: "13800138000" },
  ]);
  vault.aliasOf(PHONE, "13800138000");
  assertEquals(vault.takeNew(), []);
});

Deno.test("AliasVault never gives out an alias that a conversation mentions already", () => {
  const vault = new AliasVault();
  vault.reserve("打 [[PHONE_7]] 或 [[EMAIL_2]]");
  assertEquals(vault.aliasOf(PHONE, "13800138000"), "[[PHONE_8]]");
  assertEquals(vault.restore("[[PHONE_7]]"), "[[PHONE_7]]");
});
