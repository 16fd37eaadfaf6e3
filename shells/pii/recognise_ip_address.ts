/**
 * IP addresses, both versions.
 *
 * @module
 */
import { colonTokens } from "./colon_tokens.ts";
import { wordsBefore } from "./context_words.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";
import type { TextView } from "./text_view.ts";

/** Numbers of that look are versions and chapters more often than addresses. */
const NO_ADDRESS = /(?:版本|版|固件|章|第|\bver(?:sion)?|\brelease|\bbuild|\bv)[\s:.号]{0,3}$/i;

/**
 * Finds addresses, but for loopback and unspecified ones, which say nothing about anybody. The value of a version 6
 * address has all its eight groups.
 */
export const ipAddressRecogniser: Recogniser = {
  kind: "ip_address",
  *find(view): Generator<Candidate> {
    yield* findVersion4(view);
    for (const { start, end } of colonTokens(view.text)) {
      const written = view.text.slice(start, end);
      const value = isTelling(written) ? expand(written.toLowerCase()) : undefined;
      if (value !== undefined && !/^(?:0:){7}[01]$/.test(value)) yield { start, end, value };
    }
  },
};

function* findVersion4({ text, groups: { starts, ends } }: TextView): Generator<Candidate> {
  for (let group = 0; group + 3 < starts.length; group++) {
    const start = starts[group] ?? 0;
    if (text.charAt(ends[group] ?? 0) !== "." || (starts[group + 3] ?? 0) - start > 12) continue;
    const written = VERSION_4.exec(text.slice(start, start + 17))?.[0];
    if (written === undefined || /^[\w.-]$/.test(text.charAt(start - 1))) continue;
    if (/^(?:127\.|0\.0\.0\.0$|255\.255\.255\.)/.test(written)) continue;
    if (NO_ADDRESS.test(wordsBefore(text, start))) continue;
    yield { start, end: start + written.length, value: written };
    group += 3;
  }
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const VERSION_4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}(?![0-9A-Za-z]|\\.\\d|-\\d)`);

/** `a[1::2]` and `std::ab` hold addresses by their looks alone. */
function isTelling(written: string): boolean {
  if (!/\d/.test(written)) return false;
  return !written.includes("::") || /^[0-9a-f]{3,4}:|:[0-9a-f]{1,4}:/i.test(written);
}

/** Eight groups without leading zeros; `undefined` when it is no address. */
function expand(written: string): string | undefined {
  const tail = /:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(written)?.[1];
  if (tail !== undefined && !VERSION_4.test(tail)) return undefined;
  const whole = tail === undefined ? written : written.slice(0, -tail.length) + hexadecimal(tail);
  const halves = whole.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], rest = []] = halves.map((half) => half === "" ? [] : half.split(":"));
  const groups = [...head, ...rest];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  if (halves.length === 1 ? groups.length !== 8 : groups.length > 7) return undefined;
  const filled = [...head, ...Array<string>(8 - groups.length).fill("0"), ...rest];
  return filled.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

function hexadecimal(version4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = version4.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
