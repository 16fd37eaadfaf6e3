/**
 * Finds where a stream may be cut without changing what is found.
 *
 * @module
 */
import { MAX_QUOTED_LENGTH } from "./assigned_secrets.ts";
import { MAX_KEY_LENGTH } from "./private_keys.ts";
import { UNIT, unitClass } from "./unit_class.ts";

/** No finding holds more units in a row, from a digit on, than this; then come the words that may follow one. */
const AFTER_DIGIT = 48;
/** The words behind a number that tell what it is: all that Han characters can be to one. */
const HAN_AFTER_DIGIT = 20;

const KEY_BEGINS = "-----BEGIN ";
const KEY_ENDS = "-----END ";

/** Settings of {@linkcode BreakFinder}. */
export interface BreakFinderOptions {
  /** Cut between lines only, for patterns that may hold anything. */
  readonly linesOnly: boolean;
  /** Does the quote that comes next open the value of a password? */
  readonly opensSecret: () => boolean;
}

/**
 * Looks at a text unit by unit. Whether it may be cut behind one depends on what stands before, never on what comes: so
 * it does not matter in which pieces the text arrives. Safe are: the end of a line; a full-width comma or stop; a space
 * behind a comma; any other space, or a Han character, unless digits stand shortly before. Inside a private key or a
 * quoted password nothing is.
 *
 * @example
 * ```ts
 * const breaks = new BreakFinder({ linesOnly: false, opensSecret: () => false });
 * breaks.next("好".charCodeAt(0)); // true
 * ```
 */
export class BreakFinder {
  readonly #options: BreakFinderOptions;
  #sinceDigit = AFTER_DIGIT;
  #last = 0;
  #beforeLast = 0;
  #keyBegins = 0;
  #keyEnds = 0;
  /** How much may still belong to an open private key. */
  #keyLeft = 0;
  #closing = 0;
  #quote = 0;
  #quoteLeft = 0;

  /** @param options See {@linkcode BreakFinderOptions}. */
  constructor(options: BreakFinderOptions) {
    this.#options = options;
  }

  /**
   * Takes the next unit.
   *
   * @returns May the text be cut right behind it?
   */
  next(unit: number): boolean {
    const kind = unitClass(unit);
    if (kind === UNIT.invisible) return false;
    const isInside = this.#followKey(unit, kind) || this.#followQuote(unit, kind);
    const isSafe = this.#isSafe(kind) && !isInside && (!this.#options.linesOnly || kind === UNIT.newline);
    this.#sinceDigit = kind === UNIT.digit ? 0 : kind === UNIT.newline ? AFTER_DIGIT : this.#sinceDigit + 1;
    this.#beforeLast = this.#last;
    this.#last = unit;
    return isSafe;
  }

  #isSafe(kind: number): boolean {
    switch (kind) {
      case UNIT.newline:
      case UNIT.stop:
        return true;
      case UNIT.space:
        return this.#sinceDigit >= AFTER_DIGIT || this.#endsClause();
      case UNIT.han:
        return this.#sinceDigit >= HAN_AFTER_DIGIT;
      default:
        return false;
    }
  }

  /** No number goes on behind `, ` or `; `, nor behind `. ` unless it is that of `ext. `. */
  #endsClause(): boolean {
    const last = String.fromCharCode(this.#last);
    return last === "," || last === ";" ||
      (last === "." && !/[tT]/.test(String.fromCharCode(this.#beforeLast)));
  }

  /** Is this unit inside a private key, as far as one can tell? */
  #followKey(unit: number, kind: number): boolean {
    if (kind === UNIT.hyphen) unit = 0x2d;
    this.#keyBegins = advance(KEY_BEGINS, this.#keyBegins, unit);
    this.#keyEnds = advance(KEY_ENDS, this.#keyEnds, unit);
    if (this.#keyBegins === KEY_BEGINS.length) {
      [this.#keyBegins, this.#keyLeft, this.#closing] = [0, MAX_KEY_LENGTH, 0];
    }
    if (this.#keyLeft === 0) return false;
    this.#keyLeft--;
    if (this.#keyEnds === KEY_ENDS.length) [this.#keyEnds, this.#closing] = [0, 1];
    else if (this.#closing > 0 && kind === UNIT.hyphen) this.#closing++;
    // The last line is closed by five hyphens.
    if (this.#closing === 6) [this.#keyLeft, this.#closing] = [0, 0];
    return true;
  }

  /** Is this unit inside a password's quotes? */
  #followQuote(unit: number, kind: number): boolean {
    const opens = kind === UNIT.quote && unit !== this.#quote && this.#options.opensSecret();
    if (opens) {
      // One inside another may be closed by either, or by neither: only the line's end is certain.
      this.#quote = this.#quoteLeft === 0 ? unit : -1;
      this.#quoteLeft = MAX_QUOTED_LENGTH + 2;
      return true;
    }
    if (this.#quoteLeft === 0) return false;
    this.#quoteLeft = kind === UNIT.newline || unit === this.#quote ? 0 : this.#quoteLeft - 1;
    if (this.#quoteLeft === 0) this.#quote = 0;
    return this.#quoteLeft > 0;
  }
}

/** How much of a mark has been seen; more hyphens than it begins with are as good. */
function advance(mark: string, seen: number, unit: number): number {
  if (unit === mark.charCodeAt(seen)) return seen + 1;
  if (unit !== 0x2d) return 0;
  return seen === 5 ? 5 : 1;
}
