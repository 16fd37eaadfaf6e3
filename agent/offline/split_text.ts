const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const HAN_PER_PIECE = 3;
const LONGEST_PIECE = 16;

/**
 * Cuts a text into the pieces that a stream delivers: words with the space after them, and up to three Han
 * characters. A grapheme is never cut, so no piece holds half of a surrogate pair or of an emoji.
 *
 * @param text Any text.
 * @returns Pieces that join to the text.
 *
 * @example
 * ```ts
 * splitText("Hello there"); // ["Hello ", "there"]
 * ```
 */
export function splitText(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let han = 0, length = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    piece += segment;
    length += 1;
    if (/\p{Script=Han}/u.test(segment)) han += 1;
    if (/\s$/.test(segment) || han >= HAN_PER_PIECE || length >= LONGEST_PIECE) {
      pieces.push(piece);
      piece = "";
      han = length = 0;
    }
  }
  return piece === "" ? pieces : [...pieces, piece];
}
