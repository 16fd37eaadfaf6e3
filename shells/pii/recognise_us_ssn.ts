/**
 * United States social security numbers.
 *
 * @module
 */
import { wordsBefore } from "./context_words.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";

const LABEL = /\bssn\b|social security|\bss ?#/i;

/** Finds `123-45-6789`; without its dashes only what is named as such. Never an area of 000, 666 or 9xx. */
export const usSsnRecogniser: Recogniser = {
  kind: "us_ssn",
  *find({ text, groups: { starts, ends } }): Generator<Candidate> {
    for (let group = 0; group < starts.length; group++) {
      const start = starts[group] ?? 0;
      const length = (ends[group] ?? 0) - start;
      if ((length !== 3 && length !== 9) || !/^[^\w.-]?$/.test(text.charAt(start - 1))) continue;
      const written = SHAPE.exec(text.slice(start, start + 13));
      if (written === null || text.startsWith("-", start + written[0].length)) continue;
      const dashed = written[2] === "-";
      if (!dashed && !LABEL.test(wordsBefore(text, start))) continue;
      yield { start, end: start + written[0].length, value: written[0].replaceAll(/\D/g, "") };
    }
  },
};

const SHAPE = /^(?!000|666|9)(\d{3})([ -]?)(?!00)\d{2}\2(?!0000)\d{4}(?![0-9A-Za-z])/;
