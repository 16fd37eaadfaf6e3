import type { TextSpan } from "./text_span.ts";

const FORMULA =
  /(?<![\p{L}\d])(?:[a-z]{1,2}\([a-z]\)\s*=\s*|y\s*=\s*)?([-+]?(?:\d+(?:\.\d+)?\s?\*?\s?)?(?:[a-z]|sin|cos|tan|log|ln|exp|sqrt)(?:\([^()]*\)|\s?(?:\^|\*\*)\s?-?\d+)?(?:\s?[-+*/]\s?(?:\d+(?:\.\d+)?)?\*?(?:[a-z]|sin|cos|tan|exp|log)?(?:\([^()]*\)|\s?(?:\^|\*\*)\s?-?\d+)?)*)(?![\p{L}])/giu;

/**
 * Finds formulas in a text: `3x^2`, `2x + 3`, `sin(x)`. A lone letter is none.
 *
 * @param text The text, with full-width characters folded.
 * @returns Their places in order, without a leading `y =` or `f(x) =`.
 *
 * @example
 * ```ts
 * findFormulas("the function f(x) = 3x^2 from 1 to 2"); // [{ start: 20, end: 24 }]
 * ```
 */
export function findFormulas(text: string): TextSpan[] {
  return [...text.matchAll(FORMULA)].flatMap((match) => {
    const formula = (match[1] ?? "").trimEnd();
    const start = (match.index ?? 0) + match[0].indexOf(match[1] ?? "");
    const isFormula = /[a-z]/i.test(formula) && /\d|\(/.test(formula) && /[\^*+(]|\d[a-z]/i.test(formula);
    return isFormula && !/^[a-z]\([a-z]\)$/i.test(formula) ? [{ start, end: start + formula.length }] : [];
  });
}
