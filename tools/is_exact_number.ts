/**
 * Tells whether a number of a document survives being read.
 *
 * @module
 */

/**
 * Whether JavaScript's number for a literal, written out again, is the same number: `9007199254740993` is not, since it
 * becomes `9007199254740992`, and neither is `1e400`, which becomes infinite.
 *
 * @param literal A number as JSON or JSON5 writes it.
 *
 * @example
 * ```ts
 * isExactNumber("299.00"); // true
 * isExactNumber("9007199254740993"); // false
 * ```
 */
export function isExactNumber(literal: string): boolean {
  if (/^[+-]?0x/i.test(literal)) return Number.isSafeInteger(Number(literal.replace(/^[+-]/, "")));
  const value = Number(literal);
  return Number.isFinite(value) && significantDigits(literal) === significantDigits(String(value));
}

/** The digits that matter and the power of ten of the first of them: `0.0120` and `12e-3` are both `12e-2`. */
function significantDigits(literal: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = `${whole}${fraction}`;
  const leadingZeros = /^0*/.exec(digits)?.[0].length ?? 0;
  const significant = digits.slice(leadingZeros).replace(/0+$/, "");
  return significant && `${significant}e${Number(exponent) + whole.length - leadingZeros - 1}`;
}
