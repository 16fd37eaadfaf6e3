/**
 * Takes personal data out of what is written to a log or a file.
 *
 * @module
 */
import { blockLabel } from "./block_label.ts";
import { DEFAULT_RECOGNISERS } from "./default_recognisers.ts";
import { findPersonalData } from "./find_personal_data.ts";
import { SECRET_KINDS } from "./personal_data_kind.ts";
import type { Recogniser } from "./recogniser.ts";
import { replaceFindings } from "./replace_findings.ts";

/** Finds keys, tokens and credentials in URLs: what no log may hold, whatever is set. */
export const SECRET_RECOGNISERS: readonly Recogniser[] = DEFAULT_RECOGNISERS.filter(({ kind }) =>
  SECRET_KINDS.some((secret) => secret === kind)
);

/**
 * A text with labels in the place of what was found; nothing restores them.
 *
 * @param text The text.
 * @param recognisers What to look for. @default {SECRET_RECOGNISERS}
 *
 * @example
 * ```ts
 * maskForLog("401 for sk-proj-abcdefghijklmnop1234567890"); // "401 for [SECRET]"
 * ```
 */
export function maskForLog(text: string, recognisers: readonly Recogniser[] = SECRET_RECOGNISERS): string {
  return replaceFindings(text, findPersonalData(text, recognisers), blockLabel);
}
