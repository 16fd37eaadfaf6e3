/**
 * Fields that a model can fill in.
 *
 * @module
 */
import { MAX_FIELDS } from "../../tools/define_tool.ts";
import type { JsonObject, JsonValue } from "../../tools/types.ts";
import type { Finding, LintedTool } from "./finding.ts";

const EXAMPLE = /for example|e\.g\.|such as|例如|比如|譬如|形如|如：|如 /i;

/** A field of such a name holds something that has a form. */
const HAS_FORM = /(^|_)(id|no|date|time|phone|email|code)$|(Id|ID|No|Date|Time|Phone|Email|Code)$/;

const IS_ID = /I[dD]$|(^|_)id$/;

/** A description that names the values: one of a, b and c; a|b; "a", "b" or "c"; 取值：… */
const LISTS_VALUES =
  /\b(one of|either)\b|\b\w+\s*\|\s*\w+\b|["'`]\w+["'`]\s*(?:,|or|\/)\s*["'`]\w+["'`]|取值|可选值|之一/i;

/**
 * Looks at the fields of a tool.
 *
 * @param tool The tool.
 *
 * @example
 * ```ts
 * fieldRules(tool).filter(({ level }) => level === "error");
 * ```
 */
export function fieldRules({ name, parameters }: LintedTool): Finding[] {
  const fields = Object.entries(Object(parameters.properties) as JsonObject);
  const findings = fields.flatMap(([field, schema]) =>
    fieldFindings(name, field, Object(schema) as JsonObject)
  );
  if (fields.length > MAX_FIELDS) {
    findings.unshift({
      level: "warning",
      rule: "fields_many",
      tool: name,
      message: {
        en:
          `${fields.length} fields; models fill in more than ${MAX_FIELDS} at their own risk: split the tool`,
        zh: `有 ${fields.length} 个字段；超过 ${MAX_FIELDS} 个容易填错，请拆分工具`,
      },
    });
  }
  return findings;
}

function fieldFindings(tool: string, field: string, schema: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const find = (level: Finding["level"], rule: string, en: string, zh: string) =>
    findings.push({ level, rule, tool, field, message: { en, zh } });
  const description = typeof schema.description === "string" ? schema.description.trim() : "";
  const isListed = has(schema, "enum") || has(schema, "const");
  const isFormed = has(schema, "pattern") || has(schema, "format");
  if (description === "") {
    find("error", "field_description_missing", "the field has no description", "字段没有说明");
  } else if (
    !isListed && isText(schema) && (isFormed || HAS_FORM.test(field)) && !EXAMPLE.test(description)
  ) {
    find(
      "warning",
      "field_example_missing",
      "what goes in has a form, and no example shows it",
      "内容有固定格式，却没有示例",
    );
  }
  if (IS_ID.test(field) && isText(schema) && !isListed && !isFormed) {
    find(
      "error",
      "field_pattern_missing",
      "an id without a pattern: anything will do",
      "编号没有 pattern，填什么都行",
    );
  }
  if (!isListed && !isFormed && isText(schema) && LISTS_VALUES.test(description)) {
    find(
      "warning",
      "field_enum_missing",
      "the description lists values and the schema does not: use an enum",
      "说明里列出了取值，schema 里却没有：请用 enum",
    );
  }
  if (field.length === 1 && !isBounded(schema)) {
    find(
      "warning",
      "field_one_letter",
      "the name is one letter long and says nothing",
      "字段名只有一个字母，说明不了什么",
    );
  }
  if (schema.type === "object" || Object(schema.items).type === "object") {
    find(
      "warning",
      "field_nested",
      "the field is nested: models forget what is inside",
      "字段有嵌套，模型容易漏填",
    );
  }
  return findings;
}

function has(schema: JsonObject, key: string): boolean {
  return schema[key] !== undefined;
}

function isText({ type }: JsonObject): boolean {
  return type === "string";
}

/** A number that can only be so large is known by its bounds. */
function isBounded({ type, minimum, maximum }: JsonObject): boolean {
  const isNumber: (value: JsonValue | undefined) => boolean = (value) => typeof value === "number";
  return (type === "integer" || type === "number") && isNumber(minimum) && isNumber(maximum);
}
