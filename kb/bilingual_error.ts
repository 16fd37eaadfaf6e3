/**
 * Errors that say the same in both languages.
 *
 * @module
 */
import { systemFaultInChinese } from "./system_fault.ts";

/** One text in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/**
 * An error for people. Its `message` is the English text, for logs and programs; a person is shown {@linkcode wordsOf} it.
 *
 * @example
 * ```ts
 * throw new BilingualError({ en: "Cannot read a.md: it is empty", zh: "无法读取 a.md：文件是空的" });
 * ```
 */
export class BilingualError extends Error {
  /**
   * @param words What it says.
   * @param options `cause`.
   */
  constructor(words: Bilingual, options?: ErrorOptions) {
    super(words.en, options);
    keepChinese(this, words.zh);
  }
}

/** The classes of the language itself whose constructors {@linkcode bilingual} calls. */
type ErrorClass<Made extends Error> = new (message: string, options?: ErrorOptions) => Made;

/**
 * Makes an error of one of the language's own classes say the same in both languages.
 *
 * @param kind The class, such as `RangeError`.
 * @param words What it says.
 * @param options `cause`.
 *
 * @example
 * ```ts
 * throw bilingual(RangeError, { en: "Cannot use 0: it is no count", zh: "不能用 0：不是个数" });
 * ```
 */
export function bilingual<Made extends Error>(
  kind: ErrorClass<Made>,
  words: Bilingual,
  options?: ErrorOptions,
): Made {
  const error = new kind(words.en, options);
  keepChinese(error, words.zh);
  return error;
}

/**
 * What anything that was thrown says, in both languages; where there are no Chinese words, in the one that there is.
 *
 * @param error Whatever was thrown.
 *
 * @example
 * ```ts
 * wordsOf(new Deno.errors.PermissionDenied("Permission denied (os error 13)")).zh; // "没有权限（os error 13）"
 * ```
 */
export function wordsOf(error: unknown): Bilingual {
  if (!(error instanceof Error)) return { en: String(error), zh: String(error) };
  const own: unknown = (error as { readonly [CHINESE]?: unknown })[CHINESE];
  const zh = typeof own === "string" ? own : systemFaultInChinese(error) ?? error.message;
  return { en: error.message, zh };
}

/** Not shown when an error is inspected or compared. */
const CHINESE = Symbol("handrail.chinese");

function keepChinese(error: Error, zh: string): void {
  Object.defineProperty(error, CHINESE, { value: zh });
}
