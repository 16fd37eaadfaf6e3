/**
 * China's unified social credit identifiers.
 *
 * @module
 */
import type { Candidate, Recogniser } from "./recogniser.ts";

/** GB 32100-2015: the 31 signs in order of their value, and the weights. */
const SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const LENGTH = 18;
/** Registering department and category, administrative division. */
const SHAPE = /^[1-9ANY][1-9A-Y]\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;

/** Finds the 18 signs by shape and check sign; the value is in upper case. */
export const companyCodeRecogniser: Recogniser = {
  kind: "company_code",
  *find({ text, groups: { starts, ends } }): Generator<Candidate> {
    let floor = 0;
    for (let group = 0; group < starts.length; group++) {
      const from = starts[group] ?? 0;
      // The division's six digits stand in every one of them.
      if (from < floor || (ends[group] ?? 0) - from < 6) continue;
      const start = wordStart(text, from);
      const value = text.slice(start, start + LENGTH).toUpperCase();
      if (!SHAPE.test(value) || isWord(text, start + LENGTH) || isWord(text, start - 1)) continue;
      if (checkSign(value) !== value.charAt(LENGTH - 1)) continue;
      floor = start + LENGTH;
      yield { start, end: floor, value };
    }
  },
};

/** Two signs at most stand before the division. */
function wordStart(text: string, from: number): number {
  if (!isWord(text, from - 1)) return from;
  return isWord(text, from - 2) ? from - 2 : from - 1;
}

function checkSign(value: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * SIGNS.indexOf(value.charAt(at)), 0);
  return SIGNS.charAt((31 - sum % 31) % 31);
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && /^[0-9A-Za-z]$/.test(text.charAt(at));
}
