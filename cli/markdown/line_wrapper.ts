/**
 * Breaks lines between words while they are written.
 *
 * @module
 */
import { charWidth } from "../text/char_width.ts";
import { textWidth } from "../text/text_width.ts";
import { dress, STYLE_OFF, type StyledText } from "./styled_text.ts";

/** A word that begins this close to the edge, in columns, is held back until it is known to fit; in a wide window, more. */
const WORD_RESERVE = 20;
const WORD_RESERVE_SHARE = 1 / 4;
/** The same for a Han character, which only takes punctuation along. */
const WIDE_RESERVE = 6;
/** In a narrower window the terminal breaks lines itself. */
const NARROWEST = 20;

/** What must not begin a line. */
const CLOSERS = /[,.!?;:)\]}%，。！？、；：）」』】》〉”’…％—～·]/u;
/** What must not end one. */
const OPENERS = /[([{（「『【《〈“‘]/u;

/**
 * Lays out one line of source after the other. Characters are returned to be written as soon as their place is certain,
 * and what was written never moves: a word is only held back near the edge. A word that is longer than that, such as an
 * address, runs over the edge, where the terminal goes on without a line feed in it.
 *
 * @example
 * ```ts
 * const wrapper = new LineWrapper(80);
 * wrapper.begin([], 0) + wrapper.put({ text: "Hello", style: "" }) + wrapper.end();
 * ```
 */
export class LineWrapper {
  readonly #columns: number;
  readonly #reserve: number;
  #prefix: readonly StyledText[] = [];
  #hanging = 0;
  /** Where the line stands, in columns. */
  #column = 0;
  /** Blanks that are written once something follows them on the same line. */
  #blanks = 0;
  #blankStyle = "";
  /** The word that is held back, and its width. */
  #held: StyledText[] = [];
  #heldWidth = 0;
  /** The word goes out as it comes. */
  #flowing = true;
  /** The word began with a character of two columns. */
  #startedWide = false;
  #previous = "";
  #style = "";

  /**
   * @param columns The width of the window.
   * @param options `whole`: the text is there as a whole, and every word can be held back until it is known to fit.
   */
  constructor(columns: number, { whole = false }: { readonly whole?: boolean } = {}) {
    this.#columns = columns < NARROWEST ? Infinity : columns;
    this.#reserve = whole ? Infinity : Math.max(WORD_RESERVE, Math.floor(columns * WORD_RESERVE_SHARE));
  }

  /**
   * Begins a line.
   *
   * @param prefix Stands before every line that it is broken into.
   * @param hanging How many blanks stand before all but the first of them, in columns.
   * @returns What to write.
   */
  begin(prefix: readonly StyledText[], hanging: number): string {
    this.#prefix = prefix;
    this.#hanging = hanging;
    this.#blanks = 0;
    this.#held = [];
    this.#heldWidth = 0;
    this.#flowing = true;
    this.#previous = "";
    this.#column = widthOf(prefix);
    return prefix.map(dress).join("");
  }

  /**
   * Goes on with the line.
   *
   * @param piece Without line feeds.
   * @returns What to write.
   */
  put({ text, style }: StyledText): string {
    let written = "";
    for (const character of text) written += this.#take(character === "\t" ? " " : character, style);
    return written + this.#switchTo("");
  }

  /** Ends the line; returns what to write, a line feed at its end. */
  end(): string {
    return `${this.#place()}${this.#switchTo("")}\n`;
  }

  #take(character: string, style: string): string {
    if (character === " ") {
      const written = this.#place();
      this.#blanks++;
      this.#blankStyle = style;
      this.#previous = character;
      return written;
    }
    let written = "";
    if (this.#mayBreakBefore(character)) written += this.#place() + this.#startWord(character);
    const width = charWidth(character, this.#previous);
    this.#previous = character;
    if (this.#flowing) return written + this.#write(character, width, style);
    this.#held.push({ text: character, style });
    this.#heldWidth += width;
    if (this.#column + this.#blanks + this.#heldWidth > this.#columns) written += this.#breakLine();
    return written;
  }

  #mayBreakBefore(character: string): boolean {
    const previous = this.#previous;
    if (previous === "" || previous === " ") return true;
    const width = charWidth(character, previous);
    if (width === 0 || CLOSERS.test(character) || OPENERS.test(previous)) return false;
    // Behind a Han character and a full stop, a word in letters is a word of its own.
    return width === 2 || charWidth(previous) === 2 || this.#startedWide;
  }

  #startWord(character: string): string {
    this.#startedWide = charWidth(character) === 2 && !OPENERS.test(character);
    const reserve = this.#startedWide ? WIDE_RESERVE : this.#reserve;
    const start = this.#column + this.#blanks;
    this.#flowing = start <= this.#firstColumn() || start + reserve <= this.#columns;
    return this.#flowing ? this.#writeBlanks() : "";
  }

  #firstColumn(): number {
    return widthOf(this.#prefix) + this.#hanging;
  }

  #writeBlanks(): string {
    if (this.#blanks === 0) return "";
    const blanks = " ".repeat(this.#blanks);
    this.#column += this.#blanks;
    this.#blanks = 0;
    return this.#switchTo(this.#blankStyle) + blanks;
  }

  #write(character: string, width: number, style: string): string {
    this.#column += width;
    // The terminal went on by itself; a character of two columns goes as a whole.
    if (this.#column > this.#columns) this.#column = width;
    return this.#switchTo(style) + character;
  }

  /** Writes the word that is held back, which is known to fit. */
  #place(): string {
    if (this.#held.length === 0) return "";
    return this.#writeBlanks() + this.#release();
  }

  /** The word that is held back does not fit: it begins the next line, and is held back no longer. */
  #breakLine(): string {
    this.#blanks = 0;
    const start = this.#prefix.map(dress).join("") + " ".repeat(this.#hanging);
    this.#column = this.#firstColumn();
    this.#flowing = true;
    return `${this.#switchTo("")}\n${start}${this.#release()}`;
  }

  #release(): string {
    let written = "";
    let previous = "";
    for (const { text, style } of this.#held) {
      written += this.#write(text, charWidth(text, previous), style);
      previous = text;
    }
    this.#held = [];
    this.#heldWidth = 0;
    return written;
  }

  #switchTo(style: string): string {
    if (style === this.#style) return "";
    const off = this.#style === "" ? "" : STYLE_OFF;
    this.#style = style;
    return off + style;
  }
}

function widthOf(pieces: readonly StyledText[]): number {
  return pieces.reduce((width, { text }) => width + textWidth(text), 0);
}
