/**
 * The kinds of personal data that are known.
 *
 * @module
 */

/** What is credentials, and masked in logs whatever the settings say. */
export const SECRET_KINDS = ["secret", "url_credentials"] as const;

/** Every kind that is looked for when nobody chose. */
export const DEFAULT_KINDS = [
  ...SECRET_KINDS,
  "email",
  "iban",
  "mainland_id",
  "company_code",
  "bank_card",
  "us_ssn",
  "mac_address",
  "ip_address",
  "passport",
  "phone",
] as const;

/** One of the built-in kinds. */
export type PersonalDataKind = typeof DEFAULT_KINDS[number];
