/**
 * Finds out how far a line of Markdown can be shown before the rest of it is there.
 *
 * @module
 */

/** What the line begins with: so many characters, shown as they are or read as a construct. */
export interface InlineSegment {
  readonly length: number;
  readonly kind: "plain" | "construct";
}

/** A construct that has not ended after so many characters is none: nobody waits longer for words. */
const LONGEST_CONSTRUCT = 400;

const SPECIAL = /[\\`*_~[!<]/;
const WORD = /[\p{L}\p{N}_]/u;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * The segment that a line begins with. It depends on the text alone and never on where the text was cut: as long as
 * more text could change the answer, there is none.
 *
 * @param text The line, from here on, as far as it is there; at least one character.
 * @param previous The character before it; empty at the line's beginning.
 * @param complete The line has ended.
 * @returns The segment; `undefined` while more text is needed.
 *
 * @example
 * ```ts
 * inlineSegment("**550", "", false); // undefined: it may become bold
 * inlineSegment("**550** 元", "", false); // { length: 7, kind: "construct" }
 * ```
 */
export function inlineSegment(text: string, previous: string, complete: boolean): InlineSegment | undefined {
  const special = text.search(SPECIAL);
  if (special !== 0) return { length: special < 0 ? text.length : special, kind: "plain" };
  const scan = new Scan(text.slice(0, LONGEST_CONSTRUCT), complete || text.length > LONGEST_CONSTRUCT);
  const length = scan.construct(previous);
  if (length === undefined) return undefined;
  // A run of marks that opens nothing is passed as a whole; brackets and escapes one by one.
  return length > 0
    ? { length, kind: "construct" }
    : { length: /^([*_~`])\1*/.exec(text)?.[0].length ?? 1, kind: "plain" };
}

/** Not yet known. */
type Open = undefined;
const NONE = 0;

class Scan {
  readonly #text: string;
  readonly #complete: boolean;

  constructor(text: string, complete: boolean) {
    this.#text = text;
    this.#complete = complete;
  }

  /** The length of the construct at the beginning; 0 when there is none. */
  construct(previous: string): number | Open {
    const first = this.#text[0];
    if (first === "\\") return this.#escape();
    if (first === "`") return this.#code(0);
    if (first === "[") return this.#link(0);
    if (first === "<") return this.#address();
    if (first === "!") return this.#image();
    return this.#emphasis(previous);
  }

  #unless<T>(known: T): T | Open {
    return this.#complete ? known : undefined;
  }

  #escape(): number | Open {
    const next = this.#text[1];
    if (next === undefined) return this.#unless(NONE);
    return PUNCTUATION.test(next) ? 2 : NONE;
  }

  #image(): number | Open {
    const next = this.#text[1];
    if (next === undefined) return this.#unless(NONE);
    if (next !== "[") return NONE;
    const length = this.#link(1);
    return length === undefined || length === NONE ? length : length + 1;
  }

  #address(): number | Open {
    const found = /^<(?:br\s?\/?|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/i.exec(this.#text);
    if (found) return found[0].length;
    return /^<(?:[a-z][^\s<>]*|br \/?)?$/i.test(this.#text) ? this.#unless(NONE) : NONE;
  }

  /** The run of equal characters at a position; `undefined` while it may grow. */
  #run(at: number): number | Open {
    let end = at;
    while (this.#text[end] === this.#text[at]) end++;
    return end === this.#text.length ? this.#unless(end - at) : end - at;
  }

  /** A code span ends at the next run of as many backticks. */
  #code(at: number): number | Open {
    const ticks = this.#run(at);
    if (ticks === undefined) return undefined;
    for (let next = this.#text.indexOf("`", at + ticks); next >= 0;) {
      const run = this.#run(next);
      if (run === undefined) return undefined;
      if (run === ticks) return next + run - at;
      next = this.#text.indexOf("`", next + run);
    }
    return this.#unless(NONE);
  }

  /** `[text](target)`. Anything else in brackets, such as the number of a source, is text. */
  #link(at: number): number | Open {
    const text = this.#bracketed(at, "[", "]");
    if (text === undefined || text === NONE) return text;
    const next = this.#text[at + text];
    if (next === undefined) return this.#unless(NONE);
    if (next !== "(") return NONE;
    const target = this.#bracketed(at + text, "(", ")");
    return target === undefined || target === NONE ? target : text + target;
  }

  #bracketed(at: number, opening: string, closing: string): number | Open {
    let depth = 0;
    for (let position = at; position < this.#text.length;) {
      const character = this.#text[position];
      if (character === opening) depth++;
      if (character === closing && --depth === 0) return position + 1 - at;
      const step = this.#step(position);
      if (step === undefined) return undefined;
      position += step;
    }
    return this.#unless(NONE);
  }

  /** Over an escape or a code span as a whole, else over one character. */
  #step(position: number): number | Open {
    if (this.#text[position] === "\\") return 2;
    if (this.#text[position] !== "`") return 1;
    const code = this.#code(position);
    return code === NONE ? this.#run(position) : code;
  }

  /**
   * Ends at the next run of as many of the same marks that does not follow a blank. Simpler than CommonMark's rules on
   * purpose: those take no notice of `**注意：**请…`, where a mark stands between Chinese punctuation and a character.
   */
  #emphasis(previous: string): number | Open {
    const mark = this.#text[0] ?? "";
    const run = this.#run(0);
    if (run === undefined) return undefined;
    if (mark === "~" ? run !== 2 : run > 3) return NONE;
    if (mark === "_" && WORD.test(previous)) return NONE;
    if (/^\s?$/.test(this.#text[run] ?? "")) return NONE;
    for (let position = run; position < this.#text.length;) {
      if (this.#text[position] === mark) {
        const closing = this.#run(position);
        if (closing === undefined) return undefined;
        if (closing === run && this.#closes(position, position + closing)) return position + closing;
        position += closing;
        continue;
      }
      const step = this.#step(position);
      if (step === undefined) return undefined;
      position += step;
    }
    return this.#unless(NONE);
  }

  /** `#run` has seen what follows, so that it is there if it ever will be. */
  #closes(start: number, end: number): boolean {
    if (/\s/.test(this.#text[start - 1] ?? "")) return false;
    return this.#text[start] !== "_" || !WORD.test(this.#text[end] ?? "");
  }
}
