/**
 * Private keys in PEM's form.
 *
 * @module
 */
import type { Candidate } from "./recogniser.ts";

/** The longest key, in characters: RSA of 16,384 bits takes 12,500. Streams hold back this much of an open one. */
export const MAX_KEY_LENGTH = 16_384;

const BEGIN = /-----BEGIN [0-9A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [0-9A-Z ]{0,40}-----/y;
/** What the lines between are made of; also `\n` written as two characters, as in JSON. */
const BODY = /[\s\\0-9A-Za-z+/=:,.()]/;

/**
 * Finds keys from their first line to their last (RFC 7468). Without a last line, the key goes on as long as its
 * characters do.
 *
 * @param text Folded.
 *
 * @example
 * ```ts
 * [...findPrivateKeys("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----")].length; // 1
 * ```
 */
export function* findPrivateKeys(text: string): Generator<Candidate> {
  if (!text.includes("PRIVATE KEY")) return;
  let floor = 0;
  for (const { 0: line, index: start } of text.matchAll(BEGIN)) {
    if (start < floor) continue;
    const limit = Math.min(text.length, start + MAX_KEY_LENGTH);
    let end = start + line.length;
    while (end < limit && (BODY.test(text.charAt(end)) || isHyphen(text, end))) end++;
    END.lastIndex = end;
    end += END.exec(text)?.[0].length ?? 0;
    floor = end;
    yield { start, end, value: text.slice(start, end).replaceAll(/\\[nr]|\s/g, "") };
  }
}

/** One in a header, as in `DEK-Info`; more begin the last line. */
function isHyphen(text: string, at: number): boolean {
  return text.charAt(at) === "-" && text.charAt(at + 1) !== "-";
}
