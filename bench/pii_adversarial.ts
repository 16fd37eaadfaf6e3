/**
 * Texts made to be slow to look through.
 *
 * @module
 */

/** What is repeated, by name. */
export const ADVERSARIAL: Readonly<Record<string, string>> = {
  "1 1 1": "1 ",
  "1-1-1": "1-",
  "digits": "1",
  "a@a@a": "a@",
  "a.b-c@": "a.b-c@d.e-f.",
  "aaaa": "a",
  "((((": "(",
  "::::": ":",
  "ab:cd:": "ab:cd:",
  "1.2.3.": "1.2.3.",
  "中文ｆｕｌｌ１": "中文ｆｕｌｌ１",
  "zero width": "1\u200b",
  "%40": "%40",
  "base64": "QUJDREVGR0g",
  "eyJ": "eyJ",
  "eyJ….": "eyJaaaaaaaa.",
  "sk-": "sk-",
  "password=": "password=",
  'password: "a': 'password: "a',
  "a://b:c@": "a://b:c@",
  "BEGIN": "-----BEGIN PRIVATE KEY-----\n",
  "[[A": "[[A",
  "****": "1****",
  "4 4 4": "4 ",
  "cards": "4532 0714 1234 5678 ",
  "US phones": "212-555-0187 ",
  "trunk phones": "020 7946 095 ",
  "+1…": "+1202555018 ",
  "phone phone": "phone phone 785 8949 ",
  "电话电话": "电话电话785-8949 ",
  "IBAN": "GB29 NWBK 6016 1331 9268 1",
  "passport": "passport E1234567 ",
  "ids": "110101 19900307 1",
  "a@b.cn138…": "a@b.cn13800138000",
};

/**
 * Repeats one up to a length.
 *
 * @param unit What to repeat.
 * @param length In UTF-16 units.
 *
 * @example
 * ```ts
 * adversarialText("1 ", 4); // "1 1 "
 * ```
 */
export function adversarialText(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
