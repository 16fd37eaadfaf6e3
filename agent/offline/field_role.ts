import type { SchemaField } from "./schema_field.ts";

/** What kind of text a string field wants. */
export type FieldRole =
  | "origin"
  | "destination"
  | "place"
  | "topic"
  | "query"
  | "message"
  | "formula"
  | "kind"
  | "name";

const RULES: readonly (readonly [role: FieldRole, name: RegExp, description: RegExp])[] = [
  ["query", /^(?:query|question|q|keywords?|search|search_?(?:query|term|text))$/i, /^$/],
  [
    "topic",
    /subject|reason|descri|detail|summary|note|comment|transcript|remark|备注/i,
    /主题|原因|理由|描述|备注|摘要/,
  ],
  ["message", /^(?:text|message|content|body|sentence|paragraph|input_?text|prompt)$/i, /正文|消息内容|文本/],
  [
    "origin",
    /(?:^|_)(?:from|origin|source|start|departure|depart)|_from$|base_?currency/i,
    /出发|起点|源货币|始发/,
  ],
  [
    "destination",
    /(?:^|_)(?:to|dest|destination|target|end|arrival|arrive)(?:_|$|[A-Z])|destination|_to$/i,
    /到达|目的|终点|目标/,
  ],
  ["formula", /^(?:func(?:tion)?\d*|formula|expression|equation|expr)$/i, /^$/],
  [
    "kind",
    /(?:^|_)(?:type|category|kind|genre|style|material|colou?r|mood|cuisine|specialty|specialization|expertise)$/i,
    /^$/,
  ],
  [
    "place",
    /city|location|place|country|state|region|area|address|town|venue|where|城市|地点/i,
    /城市|地点|地区|国家|所在/,
  ],
];

/**
 * What kind of text a string field wants, from its name and, failing that, its description.
 *
 * @param field A string field.
 * @returns The role; `name` when nothing more particular fits.
 *
 * @example
 * ```ts
 * fieldRole(fromCity); // "origin"
 * ```
 */
export function fieldRole(field: SchemaField): FieldRole {
  const name = field.name.replace(/([a-z])([A-Z])/g, "$1_$2");
  return RULES.find(([, pattern]) => pattern.test(name))?.[0] ??
    RULES.find(([, , described]) => described.source !== "^$" && described.test(field.description))?.[0] ??
    "name";
}
