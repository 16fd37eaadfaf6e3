/**
 * Hides what was replaced earlier, so that masking twice is masking once.
 *
 * @module
 */

/** Stands where something is hidden: no letter, no digit, no space. */
export const HIDDEN = "\ufffc";

/** `[[PHONE_1]]`, `[EMAIL]`, `[EMAIL:0123456789abcdef]`. */
const ALIAS = /\[\[[A-Z][A-Z0-9_]{0,47}\]\]|\[[A-Z][A-Z0-9_]{0,47}(?::[0-9a-f]{16})?\]/g;

/** `138****5678`, `****1111`: longer runs beside the stars are no mask of ours, and may hold a value. */
const MASKED = /(?:(?<!\d)1[3-9]\d\*{4}\d{4}|\*{4}(?:[0-9A-Za-z]{4})?)(?![0-9A-Za-z*])/g;
/** `a***@b.cn`. */
const MASKED_EMAIL = /(?<!\*)[0-9A-Za-z]?\*{3}@(?:[0-9A-Za-z-]{1,63}\.){1,8}[A-Za-z]{2,63}/g;

/**
 * Fills aliases, labels and masked values with {@linkcode HIDDEN}. Offsets stay as they are.
 *
 * @param text Folded.
 *
 * @example
 * ```ts
 * hideReplaced("[EMAIL], 138****5678").includes("5678"); // false
 * ```
 */
export function hideReplaced(text: string): string {
  const open = text.includes("[") ? text.replace(ALIAS, fill) : text;
  const plain = open.includes("***@") ? open.replace(MASKED_EMAIL, fill) : open;
  return plain.includes("****") ? plain.replace(MASKED, fill) : plain;
}

/**
 * Fills pieces of a text with {@linkcode HIDDEN}.
 *
 * @param text Folded.
 * @param pieces In order, not overlapping.
 *
 * @example
 * ```ts
 * hidePieces("a b c", [{ start: 2, end: 3 }]); // "a \ufffc c"
 * ```
 */
export function hidePieces(
  text: string,
  pieces: readonly { readonly start: number; readonly end: number }[],
): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of pieces) {
    parts.push(text.slice(from, start), HIDDEN.repeat(end - start));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function fill(piece: string): string {
  return HIDDEN.repeat(piece.length);
}
