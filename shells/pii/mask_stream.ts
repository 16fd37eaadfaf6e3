/**
 * Masks a text that comes in pieces.
 *
 * @module
 */
import { opensSecret } from "./assigned_secrets.ts";
import { BreakFinder } from "./break_finder.ts";
import { DEFAULT_RECOGNISERS } from "./default_recognisers.ts";
import { findCandidates } from "./find_candidates.ts";
import type { Finding } from "./finding.ts";
import { foldText } from "./folded_text.ts";
import type { Recogniser } from "./recogniser.ts";
import { replaceFindings, type Replacement } from "./replace_findings.ts";

/** Settings of {@linkcode MaskStream}. */
export interface MaskStreamOptions {
  /** What to put in the place of a finding; its offsets count from the beginning of the stream. */
  readonly replace: Replacement;
  /** What to look for; the built-in kinds when left out. */
  readonly recognisers?: readonly Recogniser[];
}

/** How much is held back at most, in UTF-16 units: twice the longest private key. */
const MAX_HELD = 32_768;
/** How much of what was let go is remembered, in units of the folded text: more than any label takes. */
const CONTEXT = 128;

/**
 * Masks a text that comes in pieces, with constant memory. The output does not depend on where the text is cut, and is
 * that of `findPersonalData` on the whole, but for stretches of more than 32,768 units without a safe place to cut (see
 * {@linkcode BreakFinder}): those are cut at their last space or comma, else right there, where the rest of a token that
 * was masked up to the cut is dropped with it.
 *
 * Of ordinary prose only the last word is held back; some fifty characters more where digits are.
 *
 * @example
 * ```ts
 * const stream = new MaskStream({ replace: blockLabel });
 * stream.push("mail a@b"); // "mail "
 * stream.push(".cn now"); // "[EMAIL] "
 * stream.flush(); // "now"
 * ```
 */
export class MaskStream {
  readonly #replace: Replacement;
  readonly #recognisers: readonly Recogniser[];
  readonly #breaks: BreakFinder;
  /** What was not let go yet. */
  #held = "";
  /** How much of it was looked at, and up to where it may be let go. */
  #seen = 0;
  #safe = 0;
  /** The last place to cut at, should there be no safe one. */
  #gap = 0;
  /** The end of what was let go, folded; from the last line's beginning on. */
  #context = "";
  /** How much was let go. */
  #offset = 0;
  #isInsideToken = false;

  /** @param options See {@linkcode MaskStreamOptions}. */
  constructor({ replace, recognisers = DEFAULT_RECOGNISERS }: MaskStreamOptions) {
    this.#replace = replace;
    this.#recognisers = recognisers;
    this.#breaks = new BreakFinder({
      linesOnly: recognisers.some(({ spansWords }) => spansWords),
      opensSecret: () => this.#opensSecret(),
    });
  }

  /**
   * Takes a piece.
   *
   * @param text Any part of the text.
   * @returns What can be let go by now, masked.
   */
  push(text: string): string {
    this.#held += text;
    let masked = "";
    while (this.#seen < this.#held.length) {
      const unit = this.#held.charCodeAt(this.#seen);
      const isSafe = this.#breaks.next(unit);
      this.#seen++;
      if (isSafe) this.#safe = this.#gap = this.#seen;
      else if (unit === 0x20 || unit === 0x2c) this.#gap = this.#seen;
      if (this.#seen - this.#safe >= MAX_HELD) masked += this.#cut();
    }
    return this.#safe > 0 ? masked + this.#release(this.#safe) : masked;
  }

  /** Ends the text; returns the rest, masked. */
  flush(): string {
    return this.#release(this.#held.length);
  }

  /** No safe place for too long. */
  #cut(): string {
    if (this.#gap > this.#safe) return this.#release(this.#gap);
    const last = this.#held.charCodeAt(this.#seen - 1);
    const isHalf = last >= 0xd800 && last < 0xdc00;
    const at = isHalf ? this.#seen - 1 : this.#seen;
    let end = 0;
    const masked = this.#release(at, (finding) => end = finding.end);
    if (end === this.#offset) this.#isInsideToken = true;
    return masked;
  }

  #release(length: number, onFinding: (finding: Finding) => void = () => {}): string {
    const piece = this.#withoutToken(this.#held.slice(0, length));
    const dropped = length - piece.length;
    const folded = foldText(piece);
    const known = this.#context.length;
    const findings = findCandidates(this.#context + folded.text, this.#recognisers)
      .filter(({ start }) => start >= known)
      .map(({ kind, start, end, value }) => ({
        kind,
        start: folded.originalOf(start - known, "start"),
        end: folded.originalOf(end - known, "end"),
        value,
      }));
    const offset = this.#offset + dropped;
    this.#remember(folded.text);
    this.#held = this.#held.slice(length);
    this.#seen -= length;
    this.#safe = this.#gap = 0;
    this.#offset += length;
    return replaceFindings(piece, findings, (finding, original) => {
      const absolute = { ...finding, start: finding.start + offset, end: finding.end + offset };
      onFinding(absolute);
      return this.#replace(absolute, original);
    });
  }

  /** What goes on behind a cut belongs to the token that was masked up to it. */
  #withoutToken(piece: string): string {
    if (!this.#isInsideToken) return piece;
    const rest = piece.replace(/^[\w+/=.~-]+/, "");
    this.#isInsideToken = rest === "";
    return rest;
  }

  #remember(folded: string): void {
    const end = (this.#context + folded).slice(-CONTEXT);
    this.#context = end.slice(end.lastIndexOf("\n") + 1);
  }

  /** Labels stand shortly before the quote, and may have been let go. */
  #opensSecret(): boolean {
    const held = this.#held.slice(Math.max(0, this.#seen - CONTEXT), this.#seen + 1);
    const before = (this.#context.slice(-8) + held).slice(-8, -1);
    return /[:=>s是为為：＝]\s*$/.test(before) &&
      opensSecret((this.#context + foldText(held).text).slice(-CONTEXT));
  }
}
