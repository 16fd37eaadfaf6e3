/**
 * Says why something was not done, where that is no mistake of the call.
 *
 * @module
 */
import type { Bilingual } from "../kb/bilingual_error.ts";
import { cleanText } from "./text/clean_text.ts";
import type { Program } from "./program.ts";

/**
 * Writes one line on standard error, in the reader's language, with the program's name before it.
 *
 * @param program The program.
 * @param words What it says.
 *
 * @example
 * ```ts
 * await tellFault(program, { en: "Cannot open session x: …", zh: "无法打开会话 x：…" });
 * ```
 */
export async function tellFault(
  { errors, settings }: Pick<Program, "errors" | "settings">,
  words: Bilingual,
): Promise<void> {
  await errors.write(`handrail: ${cleanText(words[settings.language])}\n`);
}
