/**
 * Tells dates from other numbers.
 *
 * @module
 */

/**
 * Is there such a day?
 *
 * @param year Four digits.
 * @param month From 1.
 * @param day From 1.
 *
 * @example
 * ```ts
 * isCalendarDate(2026, 2, 29); // false
 * ```
 */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}
