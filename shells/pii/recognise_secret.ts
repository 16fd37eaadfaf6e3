/**
 * Keys, tokens and passwords.
 *
 * @module
 */
import { findAssignedSecrets } from "./assigned_secrets.ts";
import { findPrivateKeys } from "./private_keys.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";

const WORD = "[0-9A-Za-z_-]";

/** What issuers begin their tokens with, so that they are found wherever they leak, and how long they are at least. */
const TOKENS: readonly string[] = [
  `(?:sk|rk|pk)-${WORD}{20}`, // OpenAI, Anthropic, DeepSeek and those who follow them
  "[rs]k_(?:live|test)_[0-9A-Za-z]{16}", // Stripe
  "whsec_[0-9A-Za-z]{16}",
  "gh[oprsu]_[0-9A-Za-z]{30}", // GitHub
  "github_pat_\\w{22}",
  `glpat-${WORD}{20}`, // GitLab
  "npm_[0-9A-Za-z]{36}",
  "hf_[0-9A-Za-z]{30}", // Hugging Face
  `(?:AKIA|ASIA)[0-9A-Z]{16}(?!${WORD})`, // AWS
  `LTAI[0-9A-Za-z]{12,30}(?!${WORD})`, // Alibaba Cloud
  `AKID[0-9A-Za-z]{13,40}(?!${WORD})`, // Tencent Cloud
  `AIza${WORD}{35}`, // Google
  "xox[abeoprs]-[0-9A-Za-z-]{10}", // Slack
  "xapp-[0-9A-Za-z-]{10}",
  `SG\\.${WORD}{16,64}\\.${WORD}{16}`, // SendGrid
  `eyJ${WORD}{8,2048}\\.${WORD}{8}`, // JSON Web Token (RFC 7519)
];

/** Only where a word begins. Quantifiers are bounded: the engine's stack is. */
const TOKEN = new RegExp(`(?<!${WORD})(?:${TOKENS.join("|")})`, "g");

/** RFC 6750 and RFC 7617; what is no English word needs no header. */
const AUTHORIZATION =
  /(?:\bBearer|Authorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?:Basic|Token|Digest|ApiKey))[ \t]{1,4}(?=[\w.~+/=-]{16})/gi;

/** Finds private keys, tokens by their prefix, authorization headers, and what is assigned to a password or key. */
export const secretRecogniser: Recogniser = {
  kind: "secret",
  *find({ text }): Generator<Candidate> {
    yield* findPrivateKeys(text);
    yield* tokensAt(text, TOKEN, true);
    yield* tokensAt(text, AUTHORIZATION, false);
    yield* findAssignedSecrets(text);
  },
};

/**
 * A token goes on as long as its characters do. What begins inside one is part of it, which also keeps the search
 * linear. Words in plain language hold no digit.
 */
function* tokensAt(text: string, pattern: RegExp, isWithin: boolean): Generator<Candidate> {
  let floor = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index < floor) continue;
    const start = isWithin ? index : index + match.length;
    let end = index + match.length;
    while (end < text.length && isTokenUnit(text.charCodeAt(end))) end++;
    floor = end;
    while (text.charAt(end - 1) === ".") end--;
    const value = text.slice(start, end);
    if (/\d/.test(value)) yield { start, end, value };
  }
}

/** Letters, digits and `_ . ~ + / = -`. */
function isTokenUnit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x5f || (unit >= 0x2d && unit <= 0x2f) || unit === 0x7e || unit === 0x2b || unit === 0x3d;
}
