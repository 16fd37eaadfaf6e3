/**
 * Decodes text that comes in pieces.
 *
 * @module
 */

/** A decoder that knows whether it had to replace anything. */
export class TextPieces {
  // A byte order mark is passed on: a filter changes nothing that it was not asked to.
  readonly #lenient: TextDecoder;
  readonly #strict: TextDecoder;
  #replaced = false;

  /** @param encoding Its name, as the Encoding Standard has it. @default {"utf-8"} */
  constructor(encoding = "utf-8") {
    this.#lenient = new TextDecoder(encoding, { ignoreBOM: true });
    this.#strict = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  }

  /** Were there bytes that are no text in that encoding? They are U+FFFD in the text. */
  get replaced(): boolean {
    return this.#replaced;
  }

  /**
   * Takes a piece; a character that it ends in the middle of is kept for the next one.
   *
   * @example
   * ```ts
   * new TextPieces().decode(new Uint8Array([0x61, 0xe4])); // "a"
   * ```
   */
  decode(bytes: Uint8Array): string {
    this.#check(bytes, true);
    return this.#lenient.decode(bytes, { stream: true });
  }

  /** Ends the text. */
  end(): string {
    this.#check(new Uint8Array(), false);
    return this.#lenient.decode();
  }

  #check(bytes: Uint8Array, stream: boolean): void {
    if (this.#replaced) return;
    try {
      this.#strict.decode(bytes, { stream });
    } catch {
      this.#replaced = true;
    }
  }
}
