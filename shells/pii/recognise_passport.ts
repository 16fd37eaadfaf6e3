/**
 * Passport numbers.
 *
 * @module
 */
import { wordsBefore } from "./context_words.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";

/** China's since 2012 and before, Hong Kong's and Macao's, and the shapes of most others: none has a check digit. */
const SHAPE = /^(?:[A-Z]{1,2}\d{6,9}|[A-Z]\d{2}[A-Z]\d{5}|\d{9})(?![0-9A-Za-z-])/i;
const LABEL = /护照|護照|passport|通行证|通行證|travel document/i;
/** The label's number is that one, not this. */
const OTHER = /订单|訂單|单号|單號|电话|手机|\border\b|\bphone\b|\btel\b/i;

/** Finds what is named as a passport (护照) on the same line; the value is in upper case. */
export const passportRecogniser: Recogniser = {
  kind: "passport",
  *find({ text, groups: { starts, ends } }): Generator<Candidate> {
    let floor = 0;
    for (let group = 0; group < starts.length; group++) {
      const digits = starts[group] ?? 0;
      if ((ends[group] ?? 0) - digits > 9) continue;
      let start = digits;
      while (start > digits - 2 && /^[A-Za-z]$/.test(text.charAt(start - 1))) start--;
      if (start < floor || /^[\w.-]$/.test(text.charAt(start - 1))) continue;
      const shape = SHAPE.exec(text.slice(start, start + 12))?.[0];
      if (shape === undefined) continue;
      const before = wordsBefore(text, start);
      const label = LABEL.exec(before);
      if (label === null || OTHER.test(before.slice(label.index))) continue;
      floor = start + shape.length;
      yield { start, end: floor, value: shape.toUpperCase() };
    }
  },
};
