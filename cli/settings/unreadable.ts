/**
 * Values that mean nothing.
 *
 * @module
 */
import type { Bilingual } from "../../kb/bilingual_error.ts";
import { UsageError } from "../usage_error.ts";

/**
 * The refusal of a value that means nothing.
 *
 * @param source The variable, flag, key or file that it was given in.
 * @param why What is wrong, and what to write.
 * @param cause What was thrown, if something was.
 *
 * @example
 * ```ts
 * throw unreadable("--turn", { en: '"x" is no number', zh: '"x" 不是数字' }); // Cannot read --turn: "x" is no number
 * ```
 */
export function unreadable(source: string, why: Bilingual, cause?: unknown): UsageError {
  return new UsageError(
    { en: `Cannot read ${source}: ${why.en}`, zh: `无法读取 ${source}：${why.zh}` },
    cause === undefined ? undefined : { cause },
  );
}
