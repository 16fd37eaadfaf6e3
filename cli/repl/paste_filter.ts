/**
 * Makes one line of text out of a bracketed paste.
 *
 * @module
 */

/** Stands for a line feed within the line that is edited; what is sent holds a line feed again. */
export const LINE_FEED_MARK = "↵";

/** Asks a terminal to mark pastes. */
export const PASTE_MARKS_ON = "\x1b[?2004h";
/** Asks it no more. */
export const PASTE_MARKS_OFF = "\x1b[?2004l";

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";

/**
 * What was typed, its line feeds line feeds again.
 *
 * @param line A line that was edited.
 *
 * @example
 * ```ts
 * withLineFeeds("one↵two"); // "one\ntwo"
 * ```
 */
export function withLineFeeds(line: string): string {
  return line.replaceAll(LINE_FEED_MARK, "\n");
}

/**
 * Sits between the keyboard and the line editor. What lies between a terminal's paste marks (xterm, "bracketed paste
 * mode") becomes text: line feeds turn into {@linkcode LINE_FEED_MARK}, so that no pasted line is sent by itself, and
 * control characters go, so that nothing pasted is obeyed as a key. Marks may be cut by the chunks that bytes come in.
 *
 * @example
 * ```ts
 * new PasteFilter().take(new TextEncoder().encode("\x1b[200~one\ntwo\x1b[201~")); // the bytes of "one↵two"
 * ```
 */
export class PasteFilter {
  #pasting = false;
  #held = "";

  /** Has a paste begun that has not ended? */
  get pasting(): boolean {
    return this.#pasting;
  }

  /**
   * Takes what was read.
   *
   * @param bytes Bytes, cut anywhere.
   * @returns What the editor is to see of them.
   */
  take(bytes: Uint8Array): Uint8Array {
    // One character per byte: marks and control characters are ASCII, whatever stands between them.
    let rest = this.#held + Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    this.#held = "";
    let taken = "";
    while (rest !== "") {
      const mark = this.#pasting ? END : BEGIN;
      const at = rest.indexOf(mark);
      if (at < 0) {
        this.#held = (this.#pasting ? BEGUN_END : BEGUN_BEGIN).exec(rest)?.[0] ?? "";
        taken += this.#plain(rest.slice(0, rest.length - this.#held.length));
        break;
      }
      taken += this.#plain(rest.slice(0, at));
      rest = rest.slice(at + mark.length);
      this.#pasting = !this.#pasting;
    }
    return toBytes(taken);
  }

  /** Ends a paste whose end mark was lost: what follows are keys again. */
  giveUp(): Uint8Array {
    const held = this.#plain(this.#held);
    this.#held = "";
    this.#pasting = false;
    return toBytes(held);
  }

  #plain(text: string): string {
    return this.#pasting
      ? text.replace(LINE_FEED, LINE_FEED_BYTES).replaceAll("\t", " ").replace(CONTROL, "")
      : text;
  }
}

const LINE_FEED_BYTES = Array.from(
  new TextEncoder().encode(LINE_FEED_MARK),
  (byte) => String.fromCharCode(byte),
).join("");

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

// The last two: U+2028 and U+2029, as UTF-8 writes them. The editor would end the line there.
const LINE_FEED = /\r\n|\r|\n|\xe2\x80[\xa8\xa9]/g;
// A lone escape key waits for what follows it, too: it means nothing to the editor.
// deno-lint-ignore no-control-regex -- keys are control characters
const BEGUN_BEGIN = /\x1b(?:\[(?:2(?:0(?:0)?)?)?)?$/;
// deno-lint-ignore no-control-regex -- see above
const BEGUN_END = /(?:\x1b(?:\[(?:2(?:0(?:1)?)?)?)?|\r|\xc2|\xe2\x80?)$/;
// The second half: C1 controls, as UTF-8 writes them.
// deno-lint-ignore no-control-regex -- see above
const CONTROL = /[\x00-\x1f\x7f]|\xc2[\x80-\x9f]/g;
