/**
 * Shows a call's arguments to a person who decides about it.
 *
 * @module
 */
import { cleanText } from "../text/clean_text.ts";
import type { Wording } from "../wording.ts";

/** From this length on, in characters, a text's length is told: it may run out of the window. */
const LONG_TEXT = 200;
/** One joins or chooses a shape; any more in a row are seen by nobody. */
const IN_A_ROW = /(?<=[\u200c\u200d])[\u200c\u200d]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]/gu;

/**
 * The arguments in full, without what a terminal would obey, and the true length of texts that are long or hold
 * characters that cannot be seen.
 *
 * @param input The arguments.
 * @param wording In which language.
 * @returns Lines, without a line feed at the end.
 *
 * @example
 * ```ts
 * describeArguments({ orderId: "B-0001" }, wording); // '{\n  "orderId": "B-0001"\n}'
 * ```
 */
export function describeArguments(input: unknown, wording: Wording): string {
  const shown = JSON.stringify(input, null, 2) ?? "";
  const notes = Object.entries(Object(input) as Record<string, unknown>).flatMap(([field, value]) => {
    if (typeof value !== "string") return [];
    const length = [...value].length;
    const visible = cleanText(value);
    const hidden = length - [...visible].length + (visible.match(IN_A_ROW)?.length ?? 0);
    return length >= LONG_TEXT || hidden > 0
      ? [wording.argumentLength(cleanText(field), length, hidden)]
      : [];
  });
  return [cleanText(shown), ...notes].join("\n");
}
