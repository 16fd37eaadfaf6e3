import type { TextSpan } from "./text_span.ts";

/** A day that a text names. */
export interface DateMention extends TextSpan {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Counted from the clock: "tomorrow". */
  readonly relative: boolean;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const ORDINAL = "(\\d{1,2})(?:st|nd|rd|th)?";
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const HAN_WEEKDAYS = "日一二三四五六";
const HAN_DAYS: Record<string, number> = {
  大后天: 3,
  后天: 2,
  明天: 1,
  明日: 1,
  今天: 0,
  今日: 0,
  昨天: -1,
  前天: -2,
};

type Parts = readonly [year: number, month: number, day: number];
type Rule = readonly [pattern: RegExp, read: (match: RegExpMatchArray, today: Date) => Parts];

const RULES: readonly Rule[] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, (m) => [Number(m[1]), Number(m[2]), Number(m[3])]],
  [/(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g, (m) => [Number(m[3]), Number(m[1]), Number(m[2])]],
  [
    /(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?/g,
    (m, today) => [m[1] ? Number(m[1]) : today.getFullYear(), Number(m[2]), Number(m[3])],
  ],
  [
    new RegExp(`\\b${MONTH}\\s*${ORDINAL}(?!\\d)(?:,?\\s*(\\d{4}))?`, "gi"),
    (m, today) => [m[3] ? Number(m[3]) : today.getFullYear(), monthNumber(m[1]), Number(m[2])],
  ],
  [
    new RegExp(`(?<!\\d)${ORDINAL}\\s+(?:of\\s+)?${MONTH}\\b(?:,?\\s*(\\d{4}))?`, "gi"),
    (m, today) => [m[3] ? Number(m[3]) : today.getFullYear(), monthNumber(m[2]), Number(m[1])],
  ],
  [
    /\b(day after tomorrow|tomorrow|today|tonight|yesterday)\b|(?<=^|[.!?]\s)(Tomorrow|Today|Tonight|Yesterday)\b/g,
    (m, today) => shifted(today, { "day after tomorrow": 2, tomorrow: 1, yesterday: -1 }[lower(m[0])] ?? 0),
  ],
  [/大后天|后天|明[天日]|今[天日]|昨天|前天/g, (m, today) => shifted(today, HAN_DAYS[m[0]] ?? 0)],
  [
    /\b(next |this |on )(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)day\b/gi,
    (m, today) => shifted(today, daysUntil(today, WEEKDAYS.indexOf(lower(m[2]).slice(0, 3)))),
  ],
  [
    /(下|本|这)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/g,
    (m, today) => shifted(today, hanWeekday(today, m[1] === "下", m[2] ?? "日")),
  ],
];

/**
 * Finds the days that a text names, in Chinese or English, absolute or relative to a clock.
 *
 * A date without a year is in the clock's year. Relative days count in the clock's local time zone, because
 * that is what a person means by "tomorrow".
 *
 * @param text The text, with full-width characters folded.
 * @param now Milliseconds since the epoch.
 * @returns Mentions that are real calendar days, none overlapping another: absolute days first, each kind in order.
 *
 * @example
 * ```ts
 * findDates("Oct 9, 2026", 0); // [{ year: 2026, month: 10, day: 9, relative: false, start: 0, end: 11 }]
 * ```
 */
export function findDates(text: string, now: number): DateMention[] {
  const today = new Date(now);
  const found: DateMention[] = [];
  for (const [pattern, read] of RULES) {
    for (const match of text.matchAll(pattern)) {
      const [year, month, day] = read(match, today);
      const start = match.index ?? 0;
      const relative = !/\d/.test(match[0]);
      const mention = { year, month, day, relative, start, end: start + match[0].length };
      const taken = found.some((other) => start < other.end && other.start < mention.end);
      if (!taken && isCalendarDay(mention)) found.push(mention);
    }
  }
  return found.sort((a, b) => Number(a.relative) - Number(b.relative) || a.start - b.start);
}

function lower(text: string | undefined): string {
  return (text ?? "").toLowerCase();
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf(lower(name).slice(0, 3)) + 1;
}

function shifted(today: Date, days: number): Parts {
  const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()];
}

function daysUntil(today: Date, weekday: number): number {
  return (weekday - today.getDay() + 7) % 7 || 7;
}

/** A Chinese week starts on Monday: 下周一 is the Monday of the week after this one. */
function hanWeekday(today: Date, next: boolean, character: string): number {
  const wanted = (HAN_WEEKDAYS.indexOf(character === "天" ? "日" : character) + 6) % 7;
  const current = (today.getDay() + 6) % 7;
  return wanted - current + (next ? 7 : 0);
}

function isCalendarDay({ year, month, day }: { year: number; month: number; day: number }): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(year, month, 0).getDate();
}
