/**
 * Keys, tokens and passwords.
 *
 * @module
 */
import { findAssignedSecrets } from "./assigned_secrets.ts";
import { findPrivateKeys } from "./private_keys.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";

const WORD = "[0-9A-Za-z_-]";

/** What issuers begin their tokens with, so that they are found wherever they leak. */
const TOKENS: readonly string[] = [
  `(?:sk|rk|pk)-${WORD}{20,}`, // OpenAI, Anthropic, DeepSeek and those who follow them
  "[rs]k_(?:live|test)_[0-9A-Za-z]{16,}", // Stripe
  "whsec_[0-9A-Za-z+/=]{16,}",
  "gh[oprsu]_[0-9A-Za-z]{30,}", // GitHub
  "github_pat_\\w{22,}",
  `glpat-${WORD}{20,}`, // GitLab
  "npm_[0-9A-Za-z]{36,}",
  "hf_[0-9A-Za-z]{30,}", // Hugging Face
  "(?:AKIA|ASIA)[0-9A-Z]{16}", // AWS
  "LTAI[0-9A-Za-z]{12,30}", // Alibaba Cloud
  "AKID[0-9A-Za-z]{13,40}", // Tencent Cloud
  `AIza${WORD}{35}`, // Google
  "xox[abeoprs]-[0-9A-Za-z-]{10,}", // Slack
  "xapp-[0-9A-Za-z-]{10,}",
  `SG\\.${WORD}{16,}\\.${WORD}{16,}`, // SendGrid
  `eyJ${WORD}{8,}\\.${WORD}{8,}(?:\\.${WORD}*)?`, // JSON Web Token (RFC 7519)
];

/** Only where a word begins: that keeps the search linear, too. */
const TOKEN = new RegExp(`(?<![0-9A-Za-z_-])(?:${TOKENS.join("|")})(?!${WORD})`, "g");

/** RFC 6750 and RFC 7617; the second is an English word, and needs its header. */
const AUTHORIZATION =
  /(?:\bBearer|Authorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?:Basic|Token|Digest|ApiKey))[ \t]{1,4}([\w.~+/=-]{16,})/gi;

/** Finds private keys, tokens by their prefix, authorization headers, and what is assigned to a password or key. */
export const secretRecogniser: Recogniser = {
  kind: "secret",
  *find({ text }): Generator<Candidate> {
    yield* findPrivateKeys(text);
    for (const { 0: value, index } of text.matchAll(TOKEN)) {
      if (/\d/.test(value)) yield { start: index, end: index + value.length, value };
    }
    for (const { 0: header, 1: value = "", index } of text.matchAll(AUTHORIZATION)) {
      const end = index + header.length;
      if (/\d/.test(value)) yield { start: end - value.length, end, value };
    }
    yield* findAssignedSecrets(text);
  },
};
