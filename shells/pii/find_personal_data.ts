/**
 * Finds personal data in a text.
 *
 * @module
 */
import { DEFAULT_RECOGNISERS } from "./default_recognisers.ts";
import { findCandidates } from "./find_candidates.ts";
import type { Finding } from "./finding.ts";
import { foldText } from "./folded_text.ts";
import type { Recogniser } from "./recogniser.ts";

/**
 * Finds personal data. Aliases (`[[PHONE_1]]`), labels (`[EMAIL]`) and masked values (`138****5678`) are none.
 * Time is linear in the text, whatever the text.
 *
 * @param text Any text.
 * @param recognisers What to look for; of two that claim parts of each other, the earlier wins.
 * @returns Findings in order; they do not overlap. Offsets are into `text`.
 *
 * @example
 * ```ts
 * findPersonalData("请发到a@b.cn谢谢"); // [{ kind: "email", start: 3, end: 9, value: "a@b.cn" }]
 * ```
 */
export function findPersonalData(
  text: string,
  recognisers: readonly Recogniser[] = DEFAULT_RECOGNISERS,
): Finding[] {
  const folded = foldText(text);
  return findCandidates(folded.text, recognisers).map(({ kind, start, end, value }) => ({
    kind,
    start: folded.originalOf(start, "start"),
    end: folded.originalOf(end, "end"),
    value,
  }));
}
