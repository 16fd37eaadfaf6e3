import type { NumberMention } from "./find_numbers.ts";
import type { SchemaField } from "./schema_field.ts";

const SECONDS: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86400,
  week: 604800,
  month: 2592000,
  year: 31536000,
  decade: 315360000,
};
const HAN_UNITS: Record<string, string> = {
  秒: "second",
  分钟: "minute",
  小时: "hour",
  天: "day",
  日: "day",
  周: "week",
  星期: "week",
  个月: "month",
  年: "year",
};

/**
 * The value of a number as a field wants it: 5 % becomes 0.05 where the description asks for a decimal, two
 * weeks become 14 where it counts days.
 *
 * @param field The field.
 * @param mention The number as the text names it.
 * @returns The value.
 *
 * @example
 * ```ts
 * numberValue(daysField, { value: 2, unit: "weeks", … }); // 14
 * ```
 */
export function numberValue(field: SchemaField, mention: NumberMention): number {
  const asDecimal = /decimal|fraction|小数|\b0\.\d+|between 0 and 1\b/i.test(field.description);
  if (mention.percent && asDecimal && !/decimal places|percent/i.test(field.description)) {
    return Number((mention.value / 100).toPrecision(12));
  }
  const from = unitOf(mention.unit);
  const to = timeUnit(field);
  if (from === undefined || to === undefined || from === to) return mention.value;
  const exact = { week: { day: 7 }, year: { month: 12 }, decade: { year: 10 } } as Record<
    string,
    Record<string, number>
  >;
  const factor = exact[from]?.[to] ?? (SECONDS[from] ?? 1) / (SECONDS[to] ?? 1);
  const value = mention.value * factor;
  return Number.isInteger(value) ? value : mention.value;
}

/**
 * The unit of time that a field counts in.
 *
 * @param field The field.
 * @returns `day`, `year`, …, or `undefined` when it does not count time.
 *
 * @example
 * ```ts
 * timeUnit({ ...field, name: "days" }); // "day"
 * ```
 */
export function timeUnit(field: SchemaField): string | undefined {
  const name = /(second|minute|hour|day|week|month|year|decade)s(?![a-z])/i.exec(`${field.name}`)?.[1];
  if (name) return name.toLowerCase();
  const described = /\b(?:in|of)\s(?:\w+\s)?(second|minute|hour|day|week|month|year|decade)s\b/i.exec(
    field.description,
  )?.[1];
  if (described) return described.toLowerCase();
  return unitOf(/(秒|分钟|小时|天|周|星期|个月|年)数?/.exec(field.description)?.[1] ?? "");
}

function unitOf(word: string): string | undefined {
  const han = Object.keys(HAN_UNITS).find((unit) => word.startsWith(unit));
  if (han) return HAN_UNITS[han];
  return Object.keys(SECONDS).find((unit) => word === unit || word === `${unit}s`);
}
