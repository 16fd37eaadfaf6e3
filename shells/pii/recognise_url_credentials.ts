/**
 * User names and passwords in addresses.
 *
 * @module
 */
import type { Candidate, Recogniser } from "./recogniser.ts";

const MAX_LENGTH = 512;

/** Finds what stands between `://` and `@` when it holds a colon: `postgres://user:password@host`. */
export const urlCredentialsRecogniser: Recogniser = {
  kind: "url_credentials",
  *find({ text }): Generator<Candidate> {
    for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
      const start = at + 3;
      const limit = Math.min(text.length, start + MAX_LENGTH);
      let to = start;
      while (to < limit && AUTHORITY.test(text.charAt(to))) to++;
      const end = text.slice(start, to).lastIndexOf("@") + start;
      if (end <= start || !/^[0-9A-Za-z[]/.test(text.charAt(end + 1))) continue;
      const value = text.slice(start, end);
      if (/:./.test(value)) yield { start, end, value };
    }
  },
};

/** Printable ASCII but for what ends the authority (RFC 3986, 3.2) or quotes the address. */
const AUTHORITY = /[!$%&()*+,\-.0-9:;=@A-Z[\]^_a-z{|}~]/;
