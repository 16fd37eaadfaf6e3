/**
 * Masks values so that a person can still tell which one is meant.
 *
 * @module
 */
import type { Finding } from "./finding.ts";

/** Kinds whose last four signs are commonly shown. */
const WITH_TAIL = new Set([
  "bank_card",
  "iban",
  "mainland_id",
  "company_code",
  "us_ssn",
  "passport",
  "phone",
]);
/** With fewer signs, four of them would tell most of the value. */
const MIN_LENGTH = 9;

/**
 * A replacement that cannot be undone: `138****5678`, `****1111`, `a***@b.cn`; `****` for everything else.
 *
 * @param finding What was found.
 *
 * @example
 * ```ts
 * maskValue({ kind: "phone", value: "13812345678", start: 0, end: 11 }); // "138****5678"
 * ```
 */
export function maskValue({ kind, value }: Finding): string {
  if (kind === "email") return maskEmail(value);
  const plain = value.replace(/;ext=\d+$/, "");
  if (!WITH_TAIL.has(kind) || plain.length < MIN_LENGTH) return "****";
  const head = kind === "phone" && /^1\d{10}$/.test(plain) ? plain.slice(0, 3) : "";
  return `${head}****${plain.slice(-4)}`;
}

function maskEmail(value: string): string {
  const at = value.lastIndexOf("@");
  return `${at > 1 ? value.charAt(0) : ""}***${value.slice(at)}`;
}
