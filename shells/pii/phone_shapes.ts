/**
 * Phone numbers that are known by their looks.
 *
 * @module
 */

/** A number as it is written, and its canonical form. */
export interface PhoneShape {
  readonly length: number;
  readonly value: string;
}

/** YD/T 2573: eleven digits, in one piece or in the usual groups, with China's prefix or without. */
const MOBILE =
  /^(?:\(?\+\(?86\)?[ -]?|0086[ -]?|86[ -]?)?(1[3-9]\d{9}|1[3-9]\d([ -])\d{4}\2\d{4}|1[3-9]\d{2}([ -])\d{4}\3\d{3}|1[3-9]\d[ -]\d{8})(?!\d)/;

/** An area code that begins with 0 (or China's prefix instead), and seven or eight digits. */
const LANDLINE =
  /^(?:(?:\+86|0086)[ -]?\(?0?|\(?0)(10|2\d|[3-9]\d{2})(\)[ -]?|-| )(\d{7,8}|\d{3,4}[ -]\d{4})(?!\d)/;

/** North America: 3-3-4. Prefixed, any digits pass; without, the plan's rule for area and exchange holds. */
const AMERICAN = /^((?:\+|00)?1[ .-]?)?\(?(\d{3})(?:\)[ .-]?|[ .-])(\d{3})[ .-](\d{4})(?!\d)/;

/**
 * Mainland China's mobiles; the value is the eleven digits.
 *
 * @param text From the number's first character on.
 *
 * @example
 * ```ts
 * mobileShape("+86 138-0013-8000"); // { length: 17, value: "13800138000" }
 * ```
 */
export function mobileShape(text: string): PhoneShape | undefined {
  const match = MOBILE.exec(text);
  return match ? { length: match[0].length, value: digitsOf(match[1]) } : undefined;
}

/**
 * Mainland China's landlines with an area code; the value is 0, area and number.
 *
 * @example
 * ```ts
 * landlineShape("(0755)1234567"); // { length: 13, value: "07551234567" }
 * ```
 */
export function landlineShape(text: string): PhoneShape | undefined {
  const match = LANDLINE.exec(text);
  if (!match) return undefined;
  const [written, area, , local] = match;
  return { length: written.length, value: `0${digitsOf(area)}${digitsOf(local)}` };
}

/**
 * North American numbers with separators; the value is in E.164's form.
 *
 * @param text From the number's first character on.
 * @param isMarked Does an extension follow? Then it is no other 3-3-4.
 *
 * @example
 * ```ts
 * americanShape("(978) 645-9740", false); // { length: 14, value: "+19786459740" }
 * ```
 */
export function americanShape(text: string, isMarked: (end: number) => boolean): PhoneShape | undefined {
  const match = AMERICAN.exec(text);
  if (!match) return undefined;
  const [written, prefix, area = "", exchange = "", line = ""] = match;
  const isPlanned = /^[2-9]/.test(area) && /^[2-9]/.test(exchange) && !/^(?:800|400)$/.test(area);
  if (prefix === undefined && !isPlanned && !isMarked(written.length)) return undefined;
  return { length: written.length, value: `+1${area}${exchange}${line}` };
}

function digitsOf(written = ""): string {
  return written.replaceAll(/\D/g, "");
}
