/**
 * Texts out of a session whose personal data was not replaced by aliases.
 *
 * @module
 */

const ALIAS = /\[\[([A-Z][A-Z0-9_]*)_\d+\]\]/;

/**
 * Could a recorded text be one of now in which personal data was masked, hashed or blocked? A recording keeps what its
 * session's guard made of a value; a replay masks by aliases.
 *
 * @param recorded The recorded text.
 * @param now The text of now.
 *
 * @example
 * ```ts
 * isMaskedForm("Contact: r***@example.com.", "Contact: [[EMAIL_1]]."); // true
 * ```
 */
export function isMaskedForm(recorded: string, now: string): boolean {
  // Kinds stand at the odd places.
  const parts = now.split(ALIAS);
  if (parts.length === 1) return false;
  const pattern = parts.map((part, at) => at % 2 === 0 ? RegExp.escape(part) : formsOf(part)).join("");
  return new RegExp(`^${pattern}$`).test(recorded);
}

/** What the strategies of the guard make of a value of a kind; several values may have got one form. */
function formsOf(kind: string): string {
  const label = `\\[${kind}(?::[0-9a-f]{16})?\\]`;
  return kind === "EMAIL" ? `(?:${label}|\\S?\\*{3}@\\S+?)` : `(?:${label}|\\d{0,3}\\*{4}\\S{0,4})`;
}
