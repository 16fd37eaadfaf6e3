import { assertEquals, assertRejects } from "@std/assert";
import { createPersonalDataRules } from "../../cli/create_personal_data_rules.ts";
import type { PersonalDataSettings } from "../../cli/settings/settings.ts";
import { AliasVault } from "../../shells/pii/alias_vault.ts";
import { PersonalDataGuard } from "../../shells/pii/personal_data_guard.ts";

const TEXT = "工号 EMP-004211，电话 13812345678";

async function mask(settings: Partial<PersonalDataSettings>, text = TEXT): Promise<string> {
  const rules = await createPersonalDataRules(
    { strategy: "alias", kinds: undefined, patterns: [], ...settings },
    () => Promise.resolve("Jefe"),
  );
  return new PersonalDataGuard({ ...rules, vault: new AliasVault() }).mask(text);
}

Deno.test("each strategy puts something else in the place of a value", async () => {
  assertEquals(await mask({}), "工号 EMP-004211，电话 [[PHONE_1]]");
  assertEquals(await mask({ strategy: "mask" }), "工号 EMP-004211，电话 138****5678");
  assertEquals(await mask({ strategy: "block" }), "工号 EMP-004211，电话 [PHONE]");
  // echo -ne 'phone\n13812345678' | openssl dgst -sha256 -hmac Jefe
  assertEquals(await mask({ strategy: "hash" }), "工号 EMP-004211，电话 [PHONE:88dd714f436b0a20]");
});

Deno.test("a pattern of one's own is a kind like the others", async () => {
  const patterns = [{ kind: "employee_id", pattern: "EMP-[0-9]{6}" }];
  assertEquals(await mask({ patterns }), "工号 [[EMPLOYEE_ID_1]]，电话 [[PHONE_1]]");
  assertEquals(await mask({ patterns, kinds: ["employee_id"] }), "工号 [[EMPLOYEE_ID_1]]，电话 13812345678");
});

Deno.test("a kind that nobody knows, and a pattern that cannot be used, are refused by name", async () => {
  await assertRejects(() => mask({ kinds: ["phones"] }), TypeError, 'Cannot guard "phones": no such kind.');
  await assertRejects(() => mask({ patterns: [{ kind: "x", pattern: "(" }] }), TypeError, "x");
});
