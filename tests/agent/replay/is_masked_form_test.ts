import { assertEquals } from "@std/assert";
import { isMaskedForm } from "../../../agent/replay/is_masked_form.ts";

Deno.test("isMaskedForm() knows what the guard's strategies make of a value", () => {
  const forms: [recorded: string, now: string][] = [
    ["Write to r***@example.com.", "Write to [[EMAIL_1]]."],
    ["Write to ***@b.cn", "Write to [[EMAIL_12]]"],
    ["call 138****5678, or ****", "call [[PHONE_1]], or [[PHONE_2]]"],
    ["[PHONE] and [EMAIL:0123456789abcdef]", "[[PHONE_1]] and [[EMAIL_1]]"],
    ["card ****1111\nend", "card [[BANK_CARD_1]]\nend"],
  ];
  assertEquals(forms.filter(([recorded, now]) => !isMaskedForm(recorded, now)), []);
});

Deno.test("isMaskedForm() takes nothing else for one", () => {
  const others: [recorded: string, now: string][] = [
    ["Write to r***@example.com.", "Write to r***@example.com!"],
    ["Write to me.", "Write to [[EMAIL_1]]."],
    ["Write to [PHONE].", "Write to [[EMAIL_1]]."],
    ["Write to [EMAIL:1].", "Write to [[EMAIL_1]]."],
    ["Call [PHONE] now.", "Call [[PHONE_1]] later."],
    ["[[PHONE_1]]", "[PHONE]"],
  ];
  assertEquals(others.filter(([recorded, now]) => isMaskedForm(recorded, now)), []);
});
