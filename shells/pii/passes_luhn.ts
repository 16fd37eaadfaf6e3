/**
 * The check digit of cards.
 *
 * @module
 */

/**
 * Luhn's check (ISO/IEC 7812-1, annex B).
 *
 * @param digits ASCII digits only.
 *
 * @example
 * ```ts
 * passesLuhn("4111111111111111"); // true
 * ```
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 0x30;
    sum += double ? digit * 2 - (digit > 4 ? 9 : 0) : digit;
  }
  return sum % 10 === 0;
}
