import { dateText } from "./date_text.ts";
import { fieldRole } from "./field_role.ts";
import { findFormulas } from "./find_formulas.ts";
import type { FillState } from "./fill_state.ts";
import { findDates } from "./find_dates.ts";
import { findPatternValues, isTelling } from "./find_pattern_values.ts";
import { findTime } from "./find_time.ts";
import type { SchemaField } from "./schema_field.ts";

const FORMATS: Record<string, RegExp> = {
  email: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  uri: /\bhttps?:\/\/[^\s<>"'，。）」]+/g,
  url: /\bhttps?:\/\/[^\s<>"'，。）」]+/g,
  uuid: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
};
const MONTH =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|(?:1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!\d)/g;
const WEEKDAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|(?:周|星期|礼拜)[一二三四五六日天]/g;
const DATE_WORDS = /(?:^|[_\s])dates?(?:$|[_\s])|日期|yyyy/i;

/**
 * Fills the fields whose values have a shape of their own: telling patterns, e-mail addresses, links, dates.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillPatterns(state);
 * ```
 */
export function fillPatterns(state: FillState): void {
  fillNamedDays(state);
  fillDates(state);
  for (const field of state.open((field) => field.type === "string" && field.format !== undefined)) {
    const format = FORMATS[field.format ?? ""];
    if (format) takeFirst(state, field, [...state.text.matchAll(format)]);
  }
  fillFormulas(state);
  for (const field of state.open(isTelling)) {
    if (!isTelling(field)) continue;
    for (const found of findPatternValues(field, state.text)) {
      if (state.isFree(found) && state.take(field, found.value, found)) break;
    }
  }
}

function fillNamedDays(state: FillState): void {
  for (const field of state.open((field) => field.type === "string" && /(?:^|_)month$/i.test(field.name))) {
    takeFirst(state, field, [...state.text.matchAll(MONTH)]);
  }
  for (
    const field of state.open((field) =>
      field.type === "string" && /(?:^|_)(?:day|weekday|day_of_week)$/i.test(field.name)
    )
  ) {
    takeFirst(state, field, [...state.text.matchAll(WEEKDAY)]);
  }
}

function fillFormulas(state: FillState): void {
  const fields = state.open((field) => field.type === "string" && fieldRole(field) === "formula");
  if (fields.length === 0) return;
  for (const span of findFormulas(state.text)) {
    const field = fields.shift();
    if (field) state.take(field, state.original.slice(span.start, span.end), span);
  }
}

function takeFirst(state: FillState, field: SchemaField, matches: RegExpMatchArray[]): void {
  for (const match of matches) {
    const value = match[0].replace(/[.,;:!?]+$/, "");
    const span = { start: match.index ?? 0, end: (match.index ?? 0) + value.length };
    if (state.isFree(span) && state.take(field, value, span)) return;
  }
}

function fillDates(state: FillState): void {
  const dates = findDates(state.text, state.now);
  for (const field of state.open(isDateField)) {
    const date = dates.find((date) => state.isFree(date));
    if (field.format === "time" || date === undefined) continue;
    state.take(
      field,
      field.format === "date-time" ? instant(state, date) : dateText(date, field.description),
      date,
    );
  }
  // A day that no field wants is still no number and no name.
  for (const date of dates) {
    if (state.isFree(date) && !/^\d+$/.test(state.text.slice(date.start, date.end))) state.spare.push(date);
  }
  const time = findTime(state.text);
  for (const field of state.open(isTimeField)) {
    if (time === undefined) continue;
    const short = `${pad(time.hour)}:${pad(time.minute)}`;
    // The format of JSON schema wants seconds.
    if (field.format === undefined || !state.take(field, `${short}:00`)) state.take(field, short);
  }
}

function isTimeField({ type, name, format, description }: SchemaField): boolean {
  if (format !== undefined || type !== "string") return format === "time";
  return /(?:^|_)time$/i.test(name.replace(/([a-z])([A-Z])/g, "$1_$2")) &&
    !/period|interval|duration|zone/i.test(description);
}

function isDateField(field: SchemaField): boolean {
  if (field.type !== "string" || field.options.length > 0) return false;
  if (field.format !== undefined) return /^date/.test(field.format);
  const words = field.name.replace(/([a-z])([A-Z])/g, "$1_$2");
  return DATE_WORDS.test(words) || /\b(?:yyyy|mm|dd)[-/]|日期/i.test(field.description) ||
    /^(?:the )?date\b/i.test(field.description);
}

/** RFC 3339 wants an offset: the local time of the clock is written in UTC. */
function instant(state: FillState, date: { year: number; month: number; day: number }): string {
  const time = findTime(state.text) ?? { hour: 0, minute: 0 };
  return new Date(date.year, date.month - 1, date.day, time.hour, time.minute).toISOString();
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
