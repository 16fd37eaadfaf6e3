/**
 * What a look at the tools says to people, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import type { Likeness } from "./likeness.ts";

const EN = {
  levels: { error: "error  ", warning: "warning" },
  table: "the table",
  tokens: (tokens: number) => `about ${tokens} tokens`,
  sum: (tools: number, tokens: number, budget: number) =>
    `${tools} tools, about ${tokens} tokens in every request (budget ${budget})`,
  mostAlike: (a: string, b: string, likeness: number, by: Likeness["by"]) =>
    `Most alike: ${a} and ${b}, ${likeness.toFixed(2)} by ${by}`,
  counts: (errors: number, warnings: number) =>
    `${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
};

const BY: Readonly<Record<Likeness["by"], string>> = { meaning: "语义", words: "用词" };

const ZH: typeof EN = {
  levels: { error: "错误", warning: "警告" },
  table: "工具表",
  tokens: (tokens) => `约 ${tokens} 个 token`,
  sum: (tools, tokens, budget) => `${tools} 个工具，每次请求约占 ${tokens} 个 token（预算 ${budget}）`,
  mostAlike: (a, b, likeness, by) => `最相似：${a} 与 ${b}，按${BY[by]} ${likeness.toFixed(2)}`,
  counts: (errors, warnings) => `${errors} 个错误，${warnings} 个警告`,
};

/**
 * The wording in a language.
 *
 * @example
 * ```ts
 * lintWording("en").table; // "the table"
 * ```
 */
export function lintWording(language: Language): typeof EN {
  return language === "zh" ? ZH : EN;
}
