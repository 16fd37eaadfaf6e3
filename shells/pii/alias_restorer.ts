/**
 * Restores aliases in a text that comes in pieces.
 *
 * @module
 */
import { LONGEST_ALIAS } from "./alias_vault.ts";

/** The beginning of an alias, at the end of a piece. */
const BEGUN = /\[(?:\[[A-Z0-9_]{0,50}\]?)?$/;

/**
 * Holds back an alias that has only begun, and nothing else, so that a person sees words as they come.
 *
 * @example
 * ```ts
 * const restorer = new AliasRestorer((text) => vault.restore(text));
 * restorer.push("call [[PHO"); // "call "
 * restorer.push("NE_1]]"); // "13800138000"
 * ```
 */
export class AliasRestorer {
  readonly #restore: (text: string) => string;
  #held = "";

  /** @param restore Restores whole aliases. */
  constructor(restore: (text: string) => string) {
    this.#restore = restore;
  }

  /** Takes a piece; returns what is certain by now. */
  push(piece: string): string {
    const text = this.#held + piece;
    const at = text.slice(-LONGEST_ALIAS).search(BEGUN);
    const end = at < 0 ? text.length : Math.max(0, text.length - LONGEST_ALIAS) + at;
    this.#held = text.slice(end);
    return this.#restore(text.slice(0, end));
  }

  /** Ends the text; returns the rest. */
  flush(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#restore(rest);
  }
}
