/**
 * What was found in a text.
 *
 * @module
 */

/** A piece of a text that is personal data. */
export interface Finding {
  /** One of `DEFAULT_KINDS`, or the kind of a user's own pattern. */
  readonly kind: string;
  /** Where it begins in the original text, in UTF-16 units. */
  readonly start: number;
  /** Where it ends, exclusively. */
  readonly end: number;
  /** The canonical form: one number has one value, whatever its separators, case and width. */
  readonly value: string;
}
