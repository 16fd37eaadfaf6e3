/**
 * What finds one kind of personal data.
 *
 * @module
 */
import type { TextView } from "./text_view.ts";

/** A piece of the folded text that is taken for personal data; offsets are into the folded text. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Finds one kind. Time must be linear in the text, whatever the text. */
export interface Recogniser {
  readonly kind: string;
  /**
   * Can a finding span anything that is not a line's end? Streams then hold back whole lines. The built-in kinds keep
   * to the rules of `BreakFinder` instead.
   */
  readonly spansWords?: boolean;
  /**
   * Looks through a text.
   *
   * @returns Pieces in any order.
   */
  find(view: TextView): Iterable<Candidate>;
}
