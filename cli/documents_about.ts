/**
 * What the user's own documents are about.
 *
 * @module
 */
import { unreadable } from "./settings/unreadable.ts";

/** It stands in every request to a model. */
const MAX_LENGTH = 300;

/**
 * Reads a line on what documents are about; a model is told it as it is.
 *
 * @param text What somebody wrote; line ends and other control characters become blanks.
 * @param source Where, for the message.
 * @returns The line; `undefined` when there is nothing in it.
 * @throws {UsageError} If it is longer than 300 characters.
 *
 * @example
 * ```ts
 * readAbout("gardening:\n roses, bees", "HANDRAIL_KB_ABOUT"); // "gardening: roses, bees"
 * ```
 */
export function readAbout(text: string | undefined, source: string): string | undefined {
  const line = text?.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() || undefined;
  const length = line === undefined ? 0 : [...line].length;
  if (length <= MAX_LENGTH) return line;
  throw unreadable(source, {
    en: `it is ${length} characters long. Say it in ${MAX_LENGTH} or fewer`,
    zh: `长达 ${length} 个字符。请不超过 ${MAX_LENGTH} 个`,
  });
}
