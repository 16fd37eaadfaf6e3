import type { Language } from "../../tools/types.ts";
import type { SchemaField } from "./schema_field.ts";

/** Common field names as people say them. */
const SPOKEN: readonly (readonly [name: RegExp, zh: string, en: string])[] = [
  [/^order_?(?:id|no|number)$/i, "订单号", "order number"],
  [/^(?:subject|title)$/i, "主题", "subject"],
  [/^reason$/i, "原因", "reason"],
  [/date$/i, "日期", "date"],
  [/city$/i, "城市", "city"],
  [/location|place/i, "地点", "location"],
  [/^amount$/i, "金额", "amount"],
  [/email/i, "邮箱", "e-mail address"],
  [/phone|mobile/i, "电话", "phone number"],
  [/name$/i, "名称", "name"],
  [/time$/i, "时间", "time"],
  [/^(?:query|question)$/i, "问题", "question"],
];
/** What belongs to the person who is asked. */
const PERSONAL = /order number|mail|phone|^name$|订单号|邮箱|电话|手机|姓名/i;
const NUMBER_LIKE = /号|数|金额|价|电话|日期|时间|码$/;
const EXAMPLE =
  /(?:形如|例如|比如|如|\be\.g\.,?|\bfor example,?|\bsuch as|\blike)\s*[:：]?\s*[「"'“]?([^\s,，。;；、)）」"'”]+)/iu;

/**
 * Asks for a field in words that a person understands.
 *
 * @param field The field without a value.
 * @param language The user's language.
 * @returns The question, with an example when the description holds one that the schema accepts.
 *
 * @example
 * ```ts
 * askQuestion(orderId, "en"); // "What is your order number? (for example A-1024)"
 * ```
 */
export function askQuestion(field: SchemaField, language: Language): string {
  const label = fieldLabel(field, language);
  const hint = exampleOf(field);
  const options = field.options.filter((option) => typeof option === "string" || typeof option === "number");
  if (language === "zh") {
    const choice = options.length > 0 ? `（可选：${options.join("、")}）` : hint ? `（形如 ${hint}）` : "";
    return `请问${PERSONAL.test(label) ? "您的" : ""}${label}是${
      NUMBER_LIKE.test(label) ? "多少" : "什么"
    }？${choice}`;
  }
  const choice = options.length > 0 ? ` (${options.join(", ")})` : hint ? ` (for example ${hint})` : "";
  return `What is ${PERSONAL.test(label) ? "your" : "the"} ${label}?${choice}`;
}

/** A field's name as people say it, in the language wanted as far as the schema's texts allow. */
function fieldLabel(field: SchemaField, language: Language): string {
  const common = SPOKEN.find(([name]) => name.test(field.name));
  if (language === "zh") {
    return /^\p{Script=Han}{2,10}(?!\p{Script=Han})/u.exec(field.description)?.[0] ?? common?.[1] ??
      spokenName(field);
  }
  return common?.[2] ?? spokenName(field);
}

function spokenName(field: SchemaField): string {
  return field.name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
}

function exampleOf(field: SchemaField): string | undefined {
  const example = EXAMPLE.exec(field.description)?.[1]?.replace(/\.$/, "");
  if (example === undefined || field.pattern === undefined) return undefined;
  return field.pattern.test(example) ? example : undefined;
}
