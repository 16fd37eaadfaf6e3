/**
 * What both sides of JSON mode must agree on.
 *
 * @module
 */

/** The version of the protocol. */
export const PROTOCOL = 1;

/** The longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
