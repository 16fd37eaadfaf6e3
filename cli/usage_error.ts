/**
 * A mistake in how the program was called or configured.
 *
 * @module
 */
import { BilingualError, wordsOf } from "../kb/bilingual_error.ts";

/**
 * Ends the program with code 2; it says what to do.
 *
 * @example
 * ```ts
 * throw new UsageError({ en: "Cannot run: no text was given", zh: "无法运行：没有给出文字" });
 * ```
 */
export class UsageError extends BilingualError {
  override readonly name = "UsageError";

  /**
   * Takes what a part of the program said of a value for a mistake of whoever gave it.
   *
   * @param error What the part threw.
   */
  static of(error: unknown): UsageError {
    return new UsageError(wordsOf(error), { cause: error });
  }
}
