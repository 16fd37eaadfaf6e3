/**
 * Why a file cannot be used.
 *
 * @module
 */
import { type Bilingual, wordsOf } from "../kb/bilingual_error.ts";

/**
 * The system's reason, without the path that Deno puts behind it: whoever says the reason has said the path.
 *
 * @param error What reading the file has thrown.
 *
 * @example
 * ```ts
 * fileFault(error).en; // "No such file or directory (os error 2)"
 * ```
 */
export function fileFault(error: unknown): Bilingual {
  const { en, zh } = wordsOf(error);
  return { en: en.replace(/: [a-z]+ '.*'$/is, ""), zh: zh.replace(/(：|: )[a-z]+ '.*'$/is, "") };
}
