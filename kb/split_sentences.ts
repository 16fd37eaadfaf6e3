const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A stop with the quotes and brackets that close behind it. Full-width stops end a sentence wherever they stand. A run of
 * Western ones is tried from its head only: from each of a hundred thousand dots it would take minutes.
 */
const STOPS = /[。！？；｡]+[”’」』）》】"')\]]*|(?<![.!?;…])[.!?;…]+[”’」』）》】"')\]]*(?=\s|$)/gu;

/** Words whose full stop ends no sentence, and single initials. */
const ABBREVIATION =
  /(?:^|[\s(（"“])(?:e\.g|i\.e|etc|vs|cf|al|approx|nos|fig|figs|eq|vol|pp?|ca|mr|mrs|ms|dr|prof|st|jr|sr|inc|ltd|co|corp|dept|[a-z])\.$/i;

/**
 * Cuts a text behind its sentences.
 *
 * Chinese stops (。！？；) always end one; Western ones only before white space, and not after an abbreviation or an
 * initial. So numbers such as `1.0.21`, file names and addresses stay whole. A cut never lies inside a grapheme.
 *
 * @param text Text of one paragraph.
 * @returns Its sentences with the white space that follows each; joined they are the text again.
 *
 * @example
 * ```ts
 * splitSentences("可以退款。See v1.0.21 first. Then ask."); // ["可以退款。", "See v1.0.21 first. ", "Then ask."]
 * ```
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  const graphemes = GRAPHEMES.segment(text);
  let start = 0;
  for (const stop of text.matchAll(STOPS)) {
    const end = stop.index + stop[0].length;
    if (stop[0] === "." && ABBREVIATION.test(text.slice(Math.max(start, end - 12), end))) continue;
    if (end < text.length && graphemes.containing(end)?.index !== end) continue;
    const next = end + leadingSpace(text, end);
    sentences.push(text.slice(start, next));
    start = next;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}

function leadingSpace(text: string, from: number): number {
  let end = from;
  while (end < text.length && /\s/.test(text.charAt(end))) end++;
  return end - from;
}
