/**
 * Reads dates as RFC 3339 writes them.
 *
 * @module
 */

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The time that a date means; without a time of day its first moment. Where it names no zone it is in UTC, as the logs
 * and the dates of documents are, wherever the machine stands.
 *
 * @param text `2026-03-01`, `2026-03-01T08:30Z`.
 * @returns Milliseconds since 1970, or `undefined` for anything else and for days that no month has.
 *
 * @example
 * ```ts
 * parseDate("2026-02-30"); // undefined
 * ```
 */
export function parseDate(text: string): number | undefined {
  const [whole, time, zone] = DATE.exec(text) ?? [];
  const moment = Date.parse(time !== undefined && zone === undefined ? `${whole}Z` : whole ?? "");
  return Number.isNaN(moment) || !isDay(text.slice(0, 10)) ? undefined : moment;
}

/** The 30th of February is read as the 2nd of March otherwise. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}
