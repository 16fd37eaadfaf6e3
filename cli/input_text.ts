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

type Utf16 = "utf-16le" | "utf-16be";

const LINE_FEED = new Uint8Array([0x0a]);
const UTF_16_LINE_FEEDS: Readonly<Record<Utf16, Uint8Array>> = {
  "utf-16le": new Uint8Array([0x0a, 0x00]),
  "utf-16be": new Uint8Array([0x00, 0x0a]),
};

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
  /** Once one line was found to be in it, the others are: a short one may look like UTF-8 by chance. */
  #found: Utf16 | "gb18030" | undefined;
  #begun = false;

  /** @param options See {@linkcode InputTextOptions}. */
  constructor(options: InputTextOptions) {
    this.#options = options;
  }

  /**
   * What ends a line of what was not read yet. In UTF-16, which Windows PowerShell writes into files, it is two bytes, and
   * the first of them is part of other characters as well.
   *
   * @param next What comes next, as far as it is there.
   */
  lineFeed(next: Uint8Array): Uint8Array {
    const encoding = this.#options.encoding ?? (this.#begun ? this.#found : markOf(next));
    return encoding === "utf-16le" || encoding === "utf-16be" ? UTF_16_LINE_FEEDS[encoding] : LINE_FEED;
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
    if (!this.#begun) this.#found = markOf(bytes);
    this.#begun = true;
    const expected = this.#found ?? "utf-8";
    const text = this.#strictly(bytes, expected);
    if (text !== undefined) return text;
    const other = mayBeGb18030 && !expected.startsWith("utf-16") ? this.#guess(bytes) : undefined;
    if (other === undefined) {
      return this.#refuse(expected.startsWith("utf") ? expected.toUpperCase() : "UTF-8");
    }
    this.#found = "gb18030";
    onGb18030();
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

/** A text begins with it where its encoding is to be told. */
function markOf([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}
