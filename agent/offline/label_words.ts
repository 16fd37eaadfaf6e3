import type { SchemaField } from "./schema_field.ts";

/** What people write in front of a value, by what the field is about. */
const LABELS: readonly (readonly [about: RegExp, labels: readonly string[]])[] = [
  [/subject|title|topic|主题|标题/i, ["subject", "title", "topic", "主题", "标题", "题目"]],
  [/reason|cause|原因|理由/i, ["reason", "原因", "理由"]],
  [/descri|detail|content|描述|详情|内容/i, [
    "description",
    "details",
    "content",
    "描述",
    "详情",
    "内容",
    "说明",
  ]],
  [/name|名/i, ["name", "名字", "姓名", "名称"]],
  [/phone|mobile|电话|手机/i, ["phone", "电话", "手机号", "手机"]],
  [/address|地址/i, ["address", "地址"]],
  [/comment|note|remark|备注/i, ["comment", "note", "备注"]],
  [/message|text|body|消息|正文/i, ["message", "text", "body", "消息", "正文", "内容"]],
];
const GENERIC = /^(?:name|title|subject)$/i;

/**
 * The labels under which a person may give a field's value.
 *
 * @param field The field.
 * @returns Labels in both languages, the longest first.
 *
 * @example
 * ```ts
 * labelWords(subject); // ["subject", "title", "topic", "主题", "标题", "题目"]
 * ```
 */
export function labelWords(field: SchemaField): string[] {
  const spoken = field.name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  const han = [...field.description.matchAll(/^\p{Script=Han}{2,6}(?=[，,。（(：:]|$)/gu)].map(([word]) =>
    word
  );
  const common = LABELS.flatMap(([about, labels]) => about.test(spoken) ? labels : []);
  return [...new Set([spoken, ...han, ...common])].filter((label) => label.length > 1).sort((a, b) =>
    b.length - a.length
  );
}

/**
 * May the value of a field stand after "called" or 名为?
 *
 * @param field The field.
 * @returns `true` for names, titles and subjects.
 *
 * @example
 * ```ts
 * isNamed(subject); // true
 * ```
 */
export function isNamed(field: SchemaField): boolean {
  const last = field.name.replace(/([a-z])([A-Z])/g, "$1_$2").split(/[_-]/).at(-1) ?? "";
  return GENERIC.test(last);
}
