/**
 * Stand-in for `jsr:@std/cli/unicode-width`, over `string-width`: the one name this project uses.
 * Deleting `links` from deno.json switches to the published package.
 *
 * @module
 */
import stringWidth from "string-width";

/** Columns that a string takes on a terminal: 2 for wide East Asian characters, 0 for combining marks. */
export function unicodeWidth(str: string): number {
  return stringWidth(str, { countAnsiEscapeCodes: true });
}
