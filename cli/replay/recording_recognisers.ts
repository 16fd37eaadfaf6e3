/**
 * What a recording is masked by.
 *
 * @module
 */
import type { Recogniser } from "../../shells/pii/recogniser.ts";
import { createPersonalDataRules } from "../create_personal_data_rules.ts";
import type { Program } from "../program.ts";

/**
 * Everything that can be recognised, with the user's own patterns, whether or not personal data is guarded: a recording is
 * made to be kept where others see it.
 *
 * @param program The program.
 *
 * @example
 * ```ts
 * maskTurns(turns, await recordingRecognisers(program));
 * ```
 */
export async function recordingRecognisers(program: Program): Promise<readonly Recogniser[]> {
  const { patterns } = program.settings.personalData;
  const { recognisers } = await createPersonalDataRules(
    { patterns, kinds: undefined, strategy: "alias" },
    () => program.secret(),
  );
  return recognisers;
}
