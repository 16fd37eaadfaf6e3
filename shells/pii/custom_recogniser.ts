/**
 * Recognisers made of a user's own patterns.
 *
 * @module
 */
import { HIDDEN } from "./hide_replaced.ts";
import { DEFAULT_KINDS } from "./personal_data_kind.ts";
import type { Candidate, Recogniser } from "./recogniser.ts";
import { bilingual } from "../../kb/bilingual_error.ts";

/** A user's own pattern. */
export interface CustomPattern {
  /** Its kind: lower-case letters, digits and `_`, beginning with a letter, 40 at most. */
  readonly kind: string;
  /**
   * A regular expression in RE2's syntax: no back references, no look-around. It sees the folded text, in which
   * full-width forms are ASCII, one line at a time.
   */
  readonly pattern: string;
}

/** Lines are looked at in pieces of this many units. */
const MAX_LINE = 32_768;

/**
 * Compiles a pattern with a linear-time engine, which is loaded only now.
 *
 * @param custom See {@linkcode CustomPattern}.
 * @throws {TypeError} If the kind or the pattern cannot be used; the message names both and says why.
 *
 * @example
 * ```ts
 * const badge = await createCustomRecogniser({ kind: "badge", pattern: "EMP-[0-9]{6}" });
 * findPersonalData("EMP-123456", [badge, ...DEFAULT_RECOGNISERS]);
 * ```
 */
export async function createCustomRecogniser({ kind, pattern }: CustomPattern): Promise<Recogniser> {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(kind)) {
    const given = JSON.stringify(kind);
    throw bilingual(TypeError, {
      en: `Cannot use pattern ${given}: its kind is no name of lower-case letters, digits and _. Rename it`,
      zh: `无法使用模式 ${given}：kind 只能由小写字母、数字和 _ 组成。请改名`,
    });
  }
  if (DEFAULT_KINDS.some((known) => known === kind)) {
    throw bilingual(TypeError, {
      en: `Cannot use pattern ${kind}: there is a built-in kind of that name. Rename it`,
      zh: `无法使用模式 ${kind}：已有同名的内置类别。请改名`,
    });
  }
  const { RE2JS } = await import("re2js");
  const compiled = compile(kind, pattern, (source) => RE2JS.compile(source));
  if (compiled.matcher("").find()) {
    throw bilingual(TypeError, {
      en: `Cannot use pattern ${kind}: ${
        JSON.stringify(pattern)
      } matches the empty text. Make it need a character`,
      zh: `无法使用模式 ${kind}：${JSON.stringify(pattern)} 能匹配空文本。请让它至少匹配一个字符`,
    });
  }
  return {
    kind,
    spansWords: true,
    *find({ text }): Generator<Candidate> {
      for (const { start: from, end: to } of pieces(text)) {
        const matcher = compiled.matcher(text.slice(from, to));
        while (matcher.find()) {
          const [start, end] = [from + matcher.start(), from + matcher.end()];
          const value = text.slice(start, end);
          if (end > start && !value.includes(HIDDEN)) yield { start, end, value };
        }
      }
    },
  };
}

function compile<T>(kind: string, pattern: string, compiler: (pattern: string) => T): T {
  try {
    return compiler(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw bilingual(TypeError, {
      en: `Cannot use pattern ${kind}: ${
        JSON.stringify(pattern)
      } was refused (${reason}). Write it in RE2's syntax`,
      zh: `无法使用模式 ${kind}：${JSON.stringify(pattern)} 无法编译（${reason}）。请按 RE2 的语法书写`,
    }, { cause: error });
  }
}

function* pieces(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const line = newline < 0 ? text.length : newline;
    const end = Math.min(line, start + MAX_LINE);
    yield { start, end };
    start = end === line ? end + 1 : end;
  }
}
