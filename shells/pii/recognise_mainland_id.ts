/**
 * Mainland China's resident identity numbers.
 *
 * @module
 */
import { wordsBefore } from "./context_words.ts";
import { isCalendarDate } from "./is_calendar_date.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";
import type { TextView } from "./text_view.ts";

/** GB 11643-1999: weights, and what stands for each remainder. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** GB/T 2260: provinces; 81 to 83 residence permits, 91 foreigners. */
const PROVINCES = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)/;

const LABEL = /身份证|身份證|证件|證件|公民身份|identity|\bid (?:card|no|number)|resident id/i;

/** Finds 18-digit numbers by check digit, date and province, and 15-digit ones that are named as such. */
export const mainlandIdRecogniser: Recogniser = {
  kind: "mainland_id",
  *find(view: TextView): Generator<Candidate> {
    const { text, groups: { starts, ends } } = view;
    for (let group = 0; group < starts.length; group++) {
      const found = newNumber(view, group) ?? oldNumber(text, starts[group] ?? 0, ends[group] ?? 0);
      if (found === undefined) continue;
      yield found;
      while ((ends[group + 1] ?? Infinity) <= found.end) group++;
    }
  },
};

/** In one piece, or in three (6-8-4) with a separator. */
function newNumber({ text, groups: { starts, ends } }: TextView, group: number): Candidate | undefined {
  const start = starts[group] ?? 0;
  const first = (ends[group] ?? 0) - start;
  if ((first !== 6 && first !== 17 && first !== 18) || isWord(text.charAt(start - 1))) return undefined;
  const written = /^(?:\d{17}[\dXx]|\d{6}([ -])\d{8}\1\d{3}[\dXx])(?![0-9A-Za-z])/.exec(
    text.slice(start, start + 21),
  )?.[0];
  if (written === undefined) return undefined;
  const value = written.replaceAll(/[ -]/g, "").toUpperCase();
  return isValid(value) ? { start, end: start + written.length, value } : undefined;
}

function isValid(value: string): boolean {
  const year = Number(value.slice(6, 10));
  if (!PROVINCES.test(value) || year < 1850 || year > 2100) return false;
  if (!isCalendarDate(year, Number(value.slice(10, 12)), Number(value.slice(12, 14)))) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(value.charAt(at)), 0);
  return CHECKS.charAt(sum % 11) === value.charAt(17);
}

/** Given out until 1999, without a check digit: only a label tells one from an order number. */
function oldNumber(text: string, start: number, end: number): Candidate | undefined {
  if (end - start !== 15 || isWord(text.charAt(start - 1)) || isWord(text.charAt(end))) return undefined;
  const value = text.slice(start, end);
  const [year, month, day] = [6, 8, 10].map((at) => Number(value.slice(at, at + 2)));
  if (!PROVINCES.test(value) || !isCalendarDate(1900 + (year ?? 0), month ?? 0, day ?? 0)) return undefined;
  return LABEL.test(wordsBefore(text, start)) ? { start, end, value } : undefined;
}

function isWord(char: string): boolean {
  return /^[0-9A-Za-z]$/.test(char);
}
