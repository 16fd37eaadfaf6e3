/**
 * Turns settings into what guards personal data.
 *
 * @module
 */
import type { PersonalDataRules } from "../agent/session_privacy.ts";
import { createCustomRecogniser } from "../shells/pii/custom_recogniser.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import type { Recogniser } from "../shells/pii/recogniser.ts";
import type { PersonalDataSettings } from "./settings.ts";

/**
 * Builds the rules.
 *
 * @param settings What was set.
 * @param secret Gives what keys digests.
 * @throws {TypeError} If a kind is unknown or a pattern cannot be used.
 *
 * @example
 * ```ts
 * await createPersonalDataRules({ strategy: "alias", kinds: ["email"], patterns: [] }, secret);
 * ```
 */
export async function createPersonalDataRules(
  { kinds, patterns, strategy }: PersonalDataSettings,
  secret: () => Promise<string>,
): Promise<PersonalDataRules> {
  void strategy;
  void secret;
  const own = await Promise.all(patterns.map((pattern) => createCustomRecogniser(pattern)));
  // A user's own pattern knows better than a built-in kind what a text is.
  return { recognisers: chosen([...own, ...DEFAULT_RECOGNISERS], kinds) };
}

function chosen(all: readonly Recogniser[], kinds: readonly string[] | undefined): readonly Recogniser[] {
  if (kinds === undefined) return all;
  for (const kind of kinds) {
    if (all.some((recogniser) => recogniser.kind === kind)) continue;
    const known = [...new Set(all.map((recogniser) => recogniser.kind))].join(", ");
    throw new TypeError(`Cannot guard ${JSON.stringify(kind)}: no such kind. Known: ${known}`);
  }
  return all.filter((recogniser) => kinds.includes(recogniser.kind));
}
