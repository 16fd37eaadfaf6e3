/**
 * Commands to be copied.
 *
 * @module
 */

/**
 * A text as one word of a command line, in quotes where a shell would take it apart otherwise.
 *
 * @param text The word.
 *
 * @example
 * ```ts
 * shellWord("/home/my user/secret"); // "'/home/my user/secret'"
 * ```
 */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_@%+:,./=-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
