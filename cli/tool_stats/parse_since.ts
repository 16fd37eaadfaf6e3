/**
 * Reads a point in time as people write it.
 *
 * @module
 */
import { parseDate } from "../parse_date.ts";
import { unreadable } from "../settings/unreadable.ts";

const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * The time that `--since` means.
 *
 * @param value `90m`, `24h`, `7d` or `2w` before now, or a date with or without a time.
 * @param now Milliseconds since 1970.
 * @returns Milliseconds since 1970.
 * @throws {UsageError} If it is neither.
 *
 * @example
 * ```ts
 * parseSince("7d", Date.now());
 * ```
 */
export function parseSince(value: string, now: number): number {
  const [, amount, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(value) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? NaN);
  const time = parseDate(value);
  if (time !== undefined) return time;
  throw unreadable("--since", {
    en: `${JSON.stringify(value)} is no time. Write 90m, 24h, 7d, 2w, or a date such as 2026-03-01`,
    zh: `${JSON.stringify(value)} 不是时间。请写 90m、24h、7d、2w，或日期，例如 2026-03-01`,
  });
}
