/**
 * Numbers of payment cards.
 *
 * @module
 */
import type { DigitGroups } from "./digit_groups.ts";
import { passesLuhn } from "./passes_luhn.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;

/**
 * The issuers' prefixes (ISO/IEC 7812) with the lengths they use: Visa, Mastercard, American Express, Diners Club, JCB,
 * UnionPay, Discover, Mir, older cards of Chinese banks, Maestro. Without them every tenth long number would pass.
 */
const ISSUERS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-59]|[689]\d)\d{11}(?:\d{2,5})?$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^(?:62|81)\d{14,17}$/,
  /^6(?:011|4[4-9]\d|5\d{2})\d{12,15}$/,
  /^220[0-4]\d{12,15}$/,
  /^(?:90\d|940|955|966|984)\d{13,16}$/,
  /^(?:50|5[6-8]|6\d)\d{10,17}$/,
];

/** Finds card numbers of 12 to 19 digits that pass Luhn's check and that an issuer could have given. */
export const bankCardRecogniser: Recogniser = {
  kind: "bank_card",
  *find({ text, groups }): Generator<Candidate> {
    for (let first = 0; first < groups.starts.length; first++) {
      const last = lastGroup(text, groups, first);
      if (last === undefined) continue;
      const [start, end] = [groups.starts[first] ?? 0, groups.ends[last] ?? 0];
      yield { start, end, value: text.slice(start, end).replaceAll(/\D/g, "") };
      first = last;
    }
  },
};

/** The last group of the longest card that begins with this group. */
function lastGroup(text: string, { starts, ends }: DigitGroups, first: number): number | undefined {
  const start = starts[first] ?? 0;
  const size = (ends[first] ?? 0) - start;
  if (size > MAX_DIGITS || !/[2-689]/.test(text.charAt(start)) || !mayStandBefore(text, start)) {
    return undefined;
  }
  const separator = size < MIN_DIGITS ? text.charAt(start + size) : "";
  // Spelled out in ones or twos, it begins where the spelling does.
  if (size < 3 && start === (ends[first - 1] ?? -1) + 1 && text.charAt(start - 1) === separator) {
    return undefined;
  }
  let digits = "";
  let found: number | undefined;
  let uniform = true;
  let sizable = true;
  for (let group = first; group < starts.length; group++) {
    const [from, to] = [starts[group] ?? 0, ends[group] ?? 0];
    if (
      group > first && (from !== (ends[group - 1] ?? 0) + 1 || !isSeparator(text.charAt(from - 1), separator))
    ) break;
    const length = to - from;
    if (digits.length + length > MAX_DIGITS) break;
    digits += text.slice(from, to);
    if (digits.length >= MIN_DIGITS && ((uniform && length <= size) || sizable) && isCard(text, digits, to)) {
      found = group;
    }
    uniform &&= length === size;
    sizable &&= length >= 3;
    if (!uniform && !sizable) break;
  }
  return found;
}

function isSeparator(char: string, first: string): boolean {
  return char === first && (char === " " || char === "-" || char === ".");
}

function isCard(text: string, digits: string, end: number): boolean {
  // Luhn's check is the cheapest, and refuses nine in ten.
  return passesLuhn(digits) && ISSUERS.some((issuer) => issuer.test(digits)) && mayStandAfter(text, end);
}

/** Not the middle of a hash, an identifier of letters and digits, or a decimal. */
function mayStandBefore(text: string, start: number): boolean {
  return !/[A-Za-z]$|\d[.-]$|[\dA-Fa-f]{4}-$/.test(text.slice(Math.max(0, start - 5), start));
}

function mayStandAfter(text: string, end: number): boolean {
  return !/^(?:[A-Za-z]|[.-]\d)/.test(text.slice(end, end + 2));
}
