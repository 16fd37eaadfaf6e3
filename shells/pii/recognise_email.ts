/**
 * E-mail addresses.
 *
 * @module
 */
import type { Candidate, Recogniser } from "./recogniser.ts";

/** RFC 5321, 4.5.3.1. */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 255;
const MAX_LABEL = 63;

/** Finds e-mail addresses by their `@`; the value is in lower case. ASCII only, so Han characters end one. */
export const emailRecogniser: Recogniser = {
  kind: "email",
  *find({ text }): Generator<Candidate> {
    let floor = 0;
    for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
      const start = localStart(text, at, floor);
      if (start === at) continue;
      const end = domainEnd(text, at + 1);
      if (end < 0 || isRemotePath(text, start, at, end)) continue;
      yield { start, end, value: text.slice(start, end).toLowerCase() };
      floor = end;
    }
  },
};

function localStart(text: string, at: number, floor: number): number {
  const limit = Math.max(floor, at - MAX_LOCAL);
  let start = at;
  while (start > limit && LOCAL.test(text.charAt(start - 1))) start--;
  // A dot neither begins nor ends the local part, and what else is no letter or digit does not begin it.
  if (text.charAt(at - 1) === ".") return at;
  while (start < at && !ALNUM.test(text.charAt(start))) start++;
  return start;
}

/** Where the domain ends; -1 when it is none. Its last label is letters, and may stand right before digits. */
function domainEnd(text: string, from: number): number {
  let end = -1;
  let label = from;
  for (let at = from; at <= Math.min(text.length, from + MAX_DOMAIN); at++) {
    const char = text.charAt(at);
    if (ALNUM.test(char) || (char === "-" && at > label)) continue;
    const length = at - label;
    if (length === 0 || length > MAX_LABEL) break;
    if (label > from) end = topLevelEnd(text, label, at) ?? end;
    if (char !== ".") break;
    label = at + 1;
  }
  return end;
}

function topLevelEnd(text: string, label: number, at: number): number | undefined {
  let end = label;
  while (end < at && LETTER.test(text.charAt(end))) end++;
  return end - label >= 2 ? end : undefined;
}

/** `git@github.com:owner/name` names a repository. */
function isRemotePath(text: string, start: number, at: number, end: number): boolean {
  return text.slice(start, at) === "git" && /[:/]/.test(text.charAt(end));
}

const LOCAL = /[A-Za-z0-9._%+'-]/;
const ALNUM = /[A-Za-z0-9]/;
const LETTER = /[A-Za-z]/;
