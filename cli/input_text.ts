/**
 * Makes text out of what comes on standard input.
 *
 * @module
 */
import { decodeText } from "../kb/decode_text.ts";
import { UsageError } from "./usage_error.ts";

/** How bytes are read. */
export interface InputTextOptions {
  /** As the user named it; `undefined`: UTF-8. */
  readonly encoding: string | undefined;
  /** May what is no UTF-8 be taken for GB18030, in which Chinese Windows writes? */
  readonly mayBeGb18030: boolean;
  /** Is told once when it was. */
  readonly onGb18030: () => void;
}

/**
 * Never lets a character turn into U+FFFD unseen.
 *
 * @example
 * ```ts
 * input.decode(new Uint8Array([0xb6, 0xa9, 0xb5, 0xa5])); // "订单", with `mayBeGb18030`
 * ```
 */
export class InputText {
  readonly #options: InputTextOptions;
  /** Once one line was, the others are: a short one may look like UTF-8 by chance. */
  #isGb18030 = false;

  /** @param options See {@linkcode InputTextOptions}. */
  constructor(options: InputTextOptions) {
    this.#options = options;
  }

  /**
   * Reads a text or a line as a whole.
   *
   * @throws {UsageError} If the bytes are no text in the encoding that was named, or none was and they are no UTF-8.
   */
  decode(bytes: Uint8Array): string {
    const { encoding, mayBeGb18030, onGb18030 } = this.#options;
    if (encoding !== undefined) {
      return this.#strictly(bytes, encoding) ?? this.#refuse(encoding.toUpperCase());
    }
    const text = this.#isGb18030 ? this.#strictly(bytes, "gb18030") : this.#strictly(bytes, "utf-8");
    if (text !== undefined) return text;
    const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const other = hasMark || mayBeGb18030 ? this.#guess(bytes) : undefined;
    if (other === undefined) return this.#refuse("UTF-8");
    if (!hasMark) {
      this.#isGb18030 = true;
      onGb18030();
    }
    return other;
  }

  #strictly(bytes: Uint8Array, encoding: string): string | undefined {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }

  #guess(bytes: Uint8Array): string | undefined {
    try {
      return decodeText(bytes);
    } catch {
      return undefined;
    }
  }

  #refuse(encoding: string): never {
    throw new UsageError({
      en:
        `Cannot read standard input: it is no text in ${encoding}. Convert it, or name its encoding, as in --encoding gb18030`,
      zh: `无法读取标准输入：不是 ${encoding} 编码的文字。请转换编码，或指明编码，例如 --encoding gb18030`,
    });
  }
}
