/** A time of day that a text names. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const CLOCK = /(?<!\d)(\d{1,2}):(\d{2})(?!\d)\s*(am|pm)?/i;
const ENGLISH = /(?<![\d.])(\d{1,2})\s*(am|pm)\b/i;
const HAN =
  /(上午|早上|凌晨|中午|下午|晚上|傍晚)?\s*(\d{1,2}|[一二两三四五六七八九十]{1,2})\s*点(?:(半)|(\d{1,2})分?)?/u;
const HAN_HOURS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/**
 * Finds the first time of day in a text.
 *
 * @param text The text, with full-width characters folded.
 * @returns The time, or `undefined` when none is named.
 *
 * @example
 * ```ts
 * findTime("明天下午3点半"); // { hour: 15, minute: 30 }
 * ```
 */
export function findTime(text: string): TimeOfDay | undefined {
  const clock = CLOCK.exec(text);
  if (clock) return valid(inHalf(Number(clock[1]), clock[3]), Number(clock[2]));
  const english = ENGLISH.exec(text);
  if (english) return valid(inHalf(Number(english[1]), english[2]), 0);
  const han = HAN.exec(text);
  if (!han) return undefined;
  const spoken = (han[2] ?? "").replace("两", "二");
  const hour = /\d/.test(spoken) ? Number(spoken) : HAN_HOURS.indexOf(spoken);
  const half = /下午|晚上|傍晚/.test(han[1] ?? "") ? "pm" : undefined;
  return valid(inHalf(hour, half), han[3] ? 30 : Number(han[4] ?? 0));
}

function inHalf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

function valid(hour: number, minute: number): TimeOfDay | undefined {
  return hour >= 0 && hour < 24 && minute < 60 ? { hour, minute } : undefined;
}
