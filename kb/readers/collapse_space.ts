/** A line break between these stands for nothing: such scripts are written without spaces. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3001-\u301f\uff01-\uff60]`;
const BREAK = new RegExp(String.raw`(?<=${UNSPACED})[ \t]*[\r\n]+[ \t]*(?=${UNSPACED})`, "gu");

/**
 * Makes one line of text that was broken into lines only to fit a page or an editor: white space becomes one space, a
 * line break between two Han characters becomes nothing (CSS Text 3, 4.1.3, "Segment Break Transformation").
 *
 * @param text Text without line breaks that mean something.
 * @returns One line; a space at its ends stays one space.
 *
 * @example
 * ```ts
 * collapseSpace("七个工作\n日内 in\nfull"); // "七个工作日内 in full"
 * ```
 */
export function collapseSpace(text: string): string {
  return text.replace(BREAK, "").replace(/[\s\u200b\ufeff]+/g, " ").replaceAll("\u00ad", "");
}
