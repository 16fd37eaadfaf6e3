/**
 * Replaces what was found.
 *
 * @module
 */
import type { Finding } from "./finding.ts";

/** Gives what stands in the place of a finding; `original` is the piece of text as it was written. */
export type Replacement = (finding: Finding, original: string) => string;

/**
 * Replaces findings in a text.
 *
 * @param text The text that they were found in.
 * @param findings In order, not overlapping, as `findPersonalData` gives them.
 * @param replace What to put there.
 *
 * @example
 * ```ts
 * const text = "call 13800138000";
 * replaceFindings(text, findPersonalData(text), ({ kind }) => `[${kind}]`); // "call [phone]"
 * ```
 */
export function replaceFindings(text: string, findings: readonly Finding[], replace: Replacement): string {
  let replaced = "";
  let from = 0;
  for (const finding of findings) {
    const original = text.slice(finding.start, finding.end);
    replaced += text.slice(from, finding.start) + replace(finding, original);
    from = finding.end;
  }
  return from === 0 ? text : replaced + text.slice(from);
}
