import type { DateMention } from "./find_dates.ts";

/**
 * Writes a day the way a field's description asks for, ISO 8601 otherwise.
 *
 * @param date The day.
 * @param description The field's description; a template such as `mm-dd-yyyy` in it is followed.
 * @returns The day as text.
 *
 * @example
 * ```ts
 * dateText({ year: 2026, month: 10, day: 9 }, "as DD/MM/YYYY"); // "09/10/2026"
 * ```
 */
export function dateText(date: Pick<DateMention, "year" | "month" | "day">, description: string): string {
  const template = /\b(?:yyyy|mm|dd)[-/.](?:mm|dd)[-/.](?:yyyy|mm|dd)\b/i.exec(description)?.[0] ??
    "yyyy-mm-dd";
  return template
    .replace(/yyyy/i, String(date.year).padStart(4, "0"))
    .replace(/mm/i, String(date.month).padStart(2, "0"))
    .replace(/dd/i, String(date.day).padStart(2, "0"));
}
