import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { AliasRestorer } from "../../../shells/pii/alias_restorer.ts";
import { AliasVault } from "../../../shells/pii/alias_vault.ts";

function setUp(): { vault: AliasVault; restorer: AliasRestorer } {
  const vault = new AliasVault();
  vault.aliasOf({ kind: "phone", value: "13800138000" }, "13800138000");
  vault.aliasOf({ kind: "bank_card", value: "4111111111111111" }, "4111 1111 1111 1111");
  return { vault, restorer: new AliasRestorer((text) => vault.restore(text)) };
}

Deno.test("AliasRestorer holds back an alias that has begun, and nothing else", () => {
  const { restorer } = setUp();
  assertEquals(restorer.push("请拨 [[PHO"), "请拨 ");
  assertEquals(restorer.push("NE_1]"), "");
  assertEquals(restorer.push("] 谢谢"), "13800138000 谢谢");
  assertEquals(restorer.push("见 [1"), "见 [1");
  assertEquals(restorer.push("] 和 ["), "] 和 ");
  assertEquals(restorer.flush(), "[");
});

Deno.test("AliasRestorer lets go of what turns out to be no alias, however long it is", () => {
  const { restorer } = setUp();
  assertEquals(restorer.push(`[[${"A".repeat(60)}`), `[[${"A".repeat(60)}`);
  assertEquals(restorer.push("[[a"), "[[a");
  assertEquals(restorer.flush(), "");
});

Deno.test("AliasRestorer gives the same text however it is cut", () => {
  const word = fc.constantFrom(
    "[[PHONE_1]]",
    "[[BANK_CARD_1]]",
    "[[PHONE_9]]",
    "[",
    "[[",
    "]]",
    "PHONE_1",
    "电",
    " ",
    "[1]",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(12), { maxLength: 40 }), (words, cuts) => {
      const { vault, restorer } = setUp();
      const text = words.join("");
      let [at, restored] = [0, ""];
      for (const length of cuts) restored += restorer.push(text.slice(at, at += length));
      restored += restorer.push(text.slice(at)) + restorer.flush();
      assertEquals(restored, vault.restore(text));
    }),
  );
});
