/**
 * Passwords and keys by the name that they are assigned to.
 *
 * @module
 */
import { HIDDEN } from "./hide_replaced.ts";
import type { Candidate } from "./recogniser.ts";

/** How long a quoted value may be; streams hold it back whole. */
export const MAX_QUOTED_LENGTH = 128;
const MAX_LENGTH = 512;

const PASSWORD = "passw(?:or)?d|passphrase|pwd|密码|密碼|口令";
const KEY = "api[ _-]?key|secret(?:[ _-]?key)?|access[ _-]?key(?:[ _-]?(?:id|secret))?|auth[ _-]?token|" +
  "(?:access|refresh|bearer)?[ _-]?token|private[ _-]?key|密钥|密鑰|令牌";
/** The name, its closing quote, and what assigns: `=`, `:`, `:=`, `=>`, "is", 是, 为. */
const NAMED = `(?:(${PASSWORD})|${KEY})["'\`]?(?:[ \\t]{0,4}(:=|=>|=|:|是|为|為)|[ ]is)[ \\t]{0,4}`;
const LABEL = new RegExp(`${NAMED}(["'\`]?)`, "gi");
const OPEN_LABEL = new RegExp(`${NAMED}["'\`]$`, "i");

/**
 * Finds assigned values. An unquoted one must look like a secret, so that `password: required`, `token = next()` and
 * `max_tokens: 4096` stay.
 *
 * @param text Folded.
 *
 * @example
 * ```ts
 * [...findAssignedSecrets("password: hunter2!")][0]?.value; // "hunter2!"
 * ```
 */
export function* findAssignedSecrets(text: string): Generator<Candidate> {
  let floor = 0;
  for (const { 0: label, 1: password, 2: operator, 3: quote, index } of text.matchAll(LABEL)) {
    // A label inside a value is part of it.
    if (index < floor) continue;
    const start = index + label.length;
    const value = quote ? quoted(text, start, quote) : unquoted(text, start);
    if (value === undefined) continue;
    const isPlain = quote !== "" || operator === "=";
    if (quote) floor = start + value.length;
    if (!isTelling(value, password !== undefined, isPlain)) continue;
    floor = start + value.length;
    yield { start, end: floor, value };
  }
}

/**
 * Does a text end in the quote that opens an assigned value?
 *
 * @param text Folded; 64 units are enough.
 *
 * @example
 * ```ts
 * opensSecret('{"password": "'); // true
 * ```
 */
export function opensSecret(text: string): boolean {
  return OPEN_LABEL.test(text);
}

/** Up to the closing quote; up to the next space where there is none. */
function quoted(text: string, start: number, quote: string): string | undefined {
  const rest = text.slice(start, start + MAX_QUOTED_LENGTH + 1);
  const value = rest.slice(0, rest.indexOf(quote));
  if (!rest.includes(quote) || /[\n\r]/.test(value)) return unquoted(text, start);
  return value.includes(HIDDEN) ? undefined : value;
}

function unquoted(text: string, start: number): string | undefined {
  let end = start;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  while (end < limit && VALUE.test(text.charAt(end))) end++;
  if (text.charAt(end) === HIDDEN) return undefined;
  const value = text.slice(start, end).replace(/[.:)\]}]+$/, "");
  return value === "" ? undefined : value;
}

/** Printable ASCII but for quotes and what separates values. */
const VALUE = /[!#-&(-+\--:=?-_a-{}~]/;

/** Words that stand where values do. */
const PLACEHOLDER =
  /^(?:null|none|nil|true|false|undefined|string|str|required|optional|empty|unknown|redacted|hidden)$/i;
/** Code that fetches a value is none, nor is its type, nor the range of its length. */
const CODE =
  /^[$<{%[(*]|\(|^\d{1,2}-\d{1,3}$|^[A-Z]\w*Array\b|^(?:process|os|env|config|settings|self|this|req|request|ctx|Deno)\./;

function isTelling(value: string, isPassword: boolean, isPlain: boolean): boolean {
  if (value.length < 4 || PLACEHOLDER.test(value) || CODE.test(value)) return false;
  const hasLetter = /[A-Za-z]/.test(value);
  const hasOther = /[^A-Za-z]/.test(value);
  if (isPassword) return isPlain || /[^A-Za-z.-]/.test(value);
  return value.length >= 8 && hasLetter && hasOther && /\d/.test(value);
}
