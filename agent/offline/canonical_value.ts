import type { SchemaField } from "./schema_field.ts";

/** ISO 4217 codes by the words people use. */
const CURRENCIES: Record<string, string> = {
  euro: "EUR",
  euros: "EUR",
  欧元: "EUR",
  dollar: "USD",
  dollars: "USD",
  "us dollar": "USD",
  "us dollars": "USD",
  美元: "USD",
  美金: "USD",
  yuan: "CNY",
  rmb: "CNY",
  人民币: "CNY",
  元: "CNY",
  pound: "GBP",
  pounds: "GBP",
  "british pound": "GBP",
  "british pounds": "GBP",
  英镑: "GBP",
  yen: "JPY",
  "japanese yen": "JPY",
  日元: "JPY",
  港币: "HKD",
  港元: "HKD",
  韩元: "KRW",
  won: "KRW",
  rupee: "INR",
  rupees: "INR",
};

const CODES =
  "USD EUR GBP CNY JPY HKD INR AUD CAD CHF KRW SGD NZD SEK NOK DKK RUB BRL MXN ZAR THB TWD MYR IDR PHP VND TRY AED SAR PLN"
    .split(" ");

/** The words for currencies, as an alternation for a regular expression. */
export const CURRENCY_WORDS: string = [...Object.keys(CURRENCIES), ...CODES].sort((a, b) =>
  b.length - a.length
).join("|");

/**
 * Does a text name a currency?
 *
 * @param text The text, with full-width characters folded.
 * @returns `true` for "100 euros", "in USD", 人民币.
 *
 * @example
 * ```ts
 * namesCurrency("100 USD"); // true
 * ```
 */
export function namesCurrency(text: string): boolean {
  return new RegExp(`(?<![a-z])(?:${CURRENCY_WORDS})(?![a-z])`, "i").test(text);
}

/**
 * Is a field about a currency?
 *
 * @param field The field.
 * @returns `true` when its name or description says so.
 *
 * @example
 * ```ts
 * isCurrencyField(fromCurrency); // true
 * ```
 */
export function isCurrencyField(field: SchemaField): boolean {
  return /currency|货币|币种/i.test(`${field.name} ${field.description}`);
}

/**
 * The form of a value that programs expect: currencies by their ISO code, everything else as it stands.
 *
 * @param field The field.
 * @param value What the text says.
 * @returns The value.
 *
 * @example
 * ```ts
 * canonicalValue(fromCurrency, "euros"); // "EUR"
 * ```
 */
export function canonicalValue(field: SchemaField, value: string): string {
  if (!isCurrencyField(field)) return value;
  return CURRENCIES[value.toLowerCase()] ??
    (CODES.includes(value.toUpperCase()) ? value.toUpperCase() : value);
}
