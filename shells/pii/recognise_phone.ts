/**
 * Phone numbers.
 *
 * @module
 */
import { type DigitChain, digitChain } from "./digit_chain.ts";
import { isCalendarDate } from "./is_calendar_date.ts";
import { createPhoneJudge, type PhoneJudge } from "./phone_judge.ts";
import { isNamedOtherwise, isNamedPhone } from "./phone_labels.ts";
import { americanShape, landlineShape, mobileShape, type PhoneShape } from "./phone_shapes.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";
import type { TextView } from "./text_view.ts";

const EXTENSION = /^[ \t]?(?:x|ext\.?|extension|转|轉|分机|分機)[ \t:]{0,2}(\d{1,6})(?![\dA-Za-z])/i;

/**
 * Builds the recogniser. Mainland China's mobiles and landlines and North American numbers are known by their looks,
 * `+` and trunk-prefixed ones by libphonenumber's judgement, all others by a word beside them. The 400 and 800 hotlines
 * of companies are nobody's.
 *
 * @param newJudge Makes a judge for a text.
 *
 * @example
 * ```ts
 * findPersonalData("打13800138000", [createPhoneRecogniser()])[0]?.value; // "13800138000"
 * ```
 */
export function createPhoneRecogniser(newJudge: () => PhoneJudge = createPhoneJudge): Recogniser {
  return {
    kind: "phone",
    *find(view): Generator<Candidate> {
      const judge = newJudge();
      const { starts, ends } = view.groups;
      for (let group = 0; group < starts.length; group++) {
        const found = findAt(view, group, judge);
        if (found === undefined) continue;
        yield found;
        while ((ends[group + 1] ?? Infinity) <= found.end) group++;
      }
    },
  };
}

function findAt(view: TextView, group: number, judge: PhoneJudge): Candidate | undefined {
  const { text, groups } = view;
  const digitsStart = groups.starts[group] ?? 0;
  if ((groups.ends[group] ?? 0) - digitsStart > 15 || !mayFollow(text, digitsStart)) return undefined;
  const chain = digitChain(text, groups, group);
  // Too short for anything, however it is called; or digits one by one, which nobody's list of numbers should become.
  if (chain.digits < 6 || chain.digits < (chain.last - chain.first + 1) * 1.5) return undefined;
  const start = digitsStart - prefixLength(text, digitsStart);
  const shape = knownShape(text, start) ?? judged(view, chain, start, judge) ?? labelled(view, chain, start);
  if (shape === undefined) return undefined;
  const end = start + shape.length;
  const extension = EXTENSION.exec(text.slice(end, end + 20));
  return extension
    ? { start, end: end + extension[0].length, value: `${shape.value};ext=${extension[1]}` }
    : { start, end, value: shape.value };
}

/** A plus, a bracket. */
function prefixLength(text: string, start: number): number {
  return /(?:\(\+?|\+\(?)$/.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0;
}

function knownShape(text: string, start: number): PhoneShape | undefined {
  const rest = text.slice(start, start + 32);
  const isMarked = (end: number) => EXTENSION.test(text.slice(start + end, start + end + 20));
  const shape = mobileShape(rest) ?? landlineShape(rest) ?? americanShape(rest, isMarked);
  if (shape === undefined || !mayPrecede(text, start + shape.length)) return undefined;
  return isNamedOtherwise(text, start, start + shape.length) ? undefined : shape;
}

/** With a country's code, or a trunk's 0 and separators. Ever shorter, down to half: a room may follow the number. */
function judged(view: TextView, chain: DigitChain, start: number, judge: PhoneJudge): PhoneShape | undefined {
  const { text, groups: { starts, ends } } = view;
  const isAbroad = text.startsWith("+", start) || /^00[1-9]/.test(text.slice(start, start + 3));
  if (!isAbroad && (chain.last === chain.first || !/^\(?0[1-9]/.test(text.slice(start, start + 3)))) {
    return undefined;
  }
  for (let last = chain.last; last >= Math.max(chain.first, chain.last - 2); last--) {
    const end = ends[last] ?? 0;
    const written = text.slice(start, end);
    const digits = written.replaceAll(/\D/g, "").length;
    if (digits < (isAbroad ? 8 : 9)) break;
    if (!mayPrecede(text, end) || isDate(written) || isNamedOtherwise(text, start, end)) continue;
    const value = judge(written.replace(/^00(?=[1-9])/, "+"));
    if (value !== undefined) return { length: end - start, value };
    // Another number's first digits would make it valid sooner or later.
    if (last < chain.last && (starts[last + 1] ?? 0) - end > 1) break;
  }
  return undefined;
}

function labelled({ text, groups }: TextView, chain: DigitChain, start: number): PhoneShape | undefined {
  const end = groups.ends[chain.last] ?? 0;
  const written = text.slice(start, end);
  const value = written.replaceAll(/[^\d+]/g, "");
  if (chain.digits > 15 || (chain.first === chain.last && chain.digits < 7)) return undefined;
  if (/^[48]00\d{7}$/.test(value) || isDate(written)) return undefined;
  if (!mayPrecede(text, end) || !isNamedPhone(text, start, end)) return undefined;
  return isNamedOtherwise(text, start, end) ? undefined : { length: end - start, value };
}

/** Not inside a word, an identifier, a path, a decimal; `_` and the names of phones may stand right before. */
function mayFollow(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 9), start).replace(/[(+]{1,2}$/, "");
  if (/[A-Za-z]$/.test(before)) {
    return /(?:^|[^A-Za-z])(?:tel|phone|mobile|mob|cell|call|fax|t|m)$/i.test(before);
  }
  return !/[\d./@&$¥￥€£%]$|[A-Za-z\d]-$/.test(before);
}

function mayPrecede(text: string, end: number): boolean {
  if (EXTENSION.test(text.slice(end, end + 20))) return true;
  return !/^(?:[A-Za-z_%@]|[.\/:-]\d|-\d)/.test(text.slice(end, end + 2));
}

function isDate(written: string): boolean {
  const parts = written.split(/[ ./-]/).map(Number);
  const [one = 0, two = 0, three = 0] = parts;
  if (parts.length === 1 && written.length === 8) {
    const year = Math.floor(one / 10_000);
    return year >= 1900 && year < 2100 && isCalendarDate(year, Math.floor(one / 100) % 100, one % 100);
  }
  if (parts.length !== 3) return false;
  return isYear(one, two, three) || isYear(three, two, one) || isYear(three, one, two);
}

function isYear(year: number, month: number, day: number): boolean {
  return year >= 1900 && year < 2100 && isCalendarDate(year, month, day);
}
