/**
 * International bank account numbers.
 *
 * @module
 */
import type { Candidate, Recogniser } from "./recogniser.ts";

/** SWIFT's IBAN registry: countries and the length of their numbers. */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  ("AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 " +
    "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 " +
    "LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 " +
    "QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30")
    .split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Finds them in any case, in one piece or in groups, by country, length and check digits (ISO 13616, mod 97). */
export const ibanRecogniser: Recogniser = {
  kind: "iban",
  *find({ text, groups: { starts, ends } }): Generator<Candidate> {
    let floor = 0;
    for (let group = 0; group < starts.length; group++) {
      const start = (starts[group] ?? 0) - 2;
      if (start < floor || (ends[group] ?? 0) - start < 4 || isWord(text.charAt(start - 1))) continue;
      const length = LENGTHS[text.slice(start, start + 2).toUpperCase()];
      const found = length === undefined ? undefined : read(text, start, length);
      if (found === undefined) continue;
      floor = found.end;
      yield found;
    }
  },
};

/** Takes `length` signs, and a separator behind every fourth. */
function read(text: string, start: number, length: number): Candidate | undefined {
  let value = "";
  let at = start;
  const separator = /^[ -]$/.test(text.charAt(start + 4)) ? text.charAt(start + 4) : "";
  for (; value.length < length; at++) {
    const char = text.charAt(at);
    if (isWord(char)) value += char.toUpperCase();
    else if (char === "" || char !== separator || value.length % 4 !== 0) return undefined;
  }
  return isWord(text.charAt(at)) || remainder(value) !== 1 ? undefined : { start, end: at, value };
}

function remainder(value: string): number {
  let rest = 0;
  for (const char of value.slice(4) + value.slice(0, 4)) {
    const number = parseInt(char, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest;
}

function isWord(char: string): boolean {
  return /^[0-9A-Za-z]$/.test(char);
}
