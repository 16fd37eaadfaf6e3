/**
 * Hardware addresses.
 *
 * @module
 */
import type { Candidate, Recogniser } from "./recogniser.ts";

/** What stands behind the first two, or four, digits; it begins with what is rare in a text. */
const BEHIND =
  /([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}(?![0-9a-z:-])|\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-z.])/gi;

/** Finds `00:1a:2b:3c:4d:5e`, with dashes too, and `001a.2b3c.4d5e`; the value is in lower case with colons. */
export const macAddressRecogniser: Recogniser = {
  kind: "mac_address",
  *find({ text }): Generator<Candidate> {
    for (const { 0: behind, index } of text.matchAll(BEHIND)) {
      const start = index - (behind.startsWith(".") ? 4 : 2);
      const end = index + behind.length;
      const written = text.slice(Math.max(0, start), end);
      if (start < 0 || !/^[0-9a-f]{2,4}[:.-]/i.test(written) || /^[\w:.-]$/.test(text.charAt(start - 1))) {
        continue;
      }
      // Four digits, a dot, and so on: amounts look like that, too.
      if (behind.startsWith(".") && !/[a-f]/i.test(written)) continue;
      const digits = written.replaceAll(/[^0-9a-f]/gi, "").toLowerCase();
      if (digits === "000000000000" || digits === "ffffffffffff" || !/\d/.test(digits)) continue;
      yield { start, end, value: digits.match(/../g)?.join(":") ?? digits };
    }
  },
};
