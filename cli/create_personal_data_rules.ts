/**
 * Turns settings into what guards personal data.
 *
 * @module
 */
import type { PersonalDataRules } from "../agent/session_privacy.ts";
import { bilingual } from "../kb/bilingual_error.ts";
import { createCustomRecogniser } from "../shells/pii/custom_recogniser.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { blockLabel } from "../shells/pii/block_label.ts";
import { hashValue } from "../shells/pii/hash_value.ts";
import { maskValue } from "../shells/pii/mask_value.ts";
import { SECRET_KINDS } from "../shells/pii/personal_data_kind.ts";
import type { Recogniser } from "../shells/pii/recogniser.ts";
import type { PersonalDataSettings } from "./settings/settings.ts";

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
  { kinds, patterns, strategy }: Omit<PersonalDataSettings, "guard">,
  secret: () => Promise<string>,
): Promise<PersonalDataRules> {
  const own = await Promise.all(patterns.map((pattern) => createCustomRecogniser(pattern)));
  // A user's own pattern knows better than a built-in kind what a text is; but a key stays a key.
  const secrets = DEFAULT_RECOGNISERS.filter(isSecret);
  const others = DEFAULT_RECOGNISERS.filter((recogniser) => !isSecret(recogniser));
  const recognisers = chosen([...secrets, ...own, ...others], kinds);
  switch (strategy) {
    case "alias":
      return { recognisers };
    case "mask":
      return { recognisers, replace: maskValue };
    case "block":
      return { recognisers, replace: blockLabel };
    case "hash":
      return { recognisers, replace: hashValue(await secret()) };
  }
}

function isSecret({ kind }: Recogniser): boolean {
  return SECRET_KINDS.some((secret) => secret === kind);
}

function chosen(all: readonly Recogniser[], kinds: readonly string[] | undefined): readonly Recogniser[] {
  if (kinds === undefined) return all;
  for (const kind of kinds) {
    if (all.some((recogniser) => recogniser.kind === kind)) continue;
    const known = [...new Set(all.map((recogniser) => recogniser.kind))];
    throw bilingual(TypeError, {
      en: `Cannot guard ${JSON.stringify(kind)}: no such kind. Known: ${known.join(", ")}`,
      zh: `无法保护 ${JSON.stringify(kind)}：没有这个类别。已有：${known.join("、")}`,
    });
  }
  return all.filter((recogniser) => kinds.includes(recogniser.kind));
}
