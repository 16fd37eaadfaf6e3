/**
 * A text as recognisers see it.
 *
 * @module
 */
import { type DigitGroups, findDigitGroups } from "./digit_groups.ts";

/** A folded text, and what several recognisers want to know of it. */
export class TextView {
  /** The folded text; what is masked already is filled with U+FFFC. */
  readonly text: string;
  #groups: DigitGroups | undefined;

  /** @param text The folded text. */
  constructor(text: string) {
    this.text = text;
  }

  /** The runs of digits, found once for all recognisers. */
  get groups(): DigitGroups {
    return this.#groups ??= findDigitGroups(this.text);
  }
}
