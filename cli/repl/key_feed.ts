/**
 * Hands keys to `node:readline`, and long texts as one.
 *
 * @module
 */
/** What takes what was typed. */
export interface KeyFeedTarget {
  /** Takes bytes, key by key. */
  keys(bytes: Uint8Array): void;
  /** Takes a text as one. */
  text(text: string): void;
}

/** So many bytes of text in a row were not typed key by key. */
// deno-lint-ignore no-control-regex -- keys are control characters
const LONG_TEXT = /[^\x00-\x1f\x7f]{64,}/g;
/** No sequence of a key is longer, in bytes. */
const LONGEST_SEQUENCE = 16;
const ESCAPE = 0x1b;

/**
 * `node:readline` measures the whole line for every key, so that a text of 100 KB, key by key, takes minutes. A long
 * text goes in as one; what may belong to a key's sequence, or to a character that was cut, stays with the keys.
 *
 * @example
 * ```ts
 * new KeyFeed({ keys, text }).take(new TextEncoder().encode("年假".repeat(10_000)));
 * ```
 */
export class KeyFeed {
  readonly #target: KeyFeedTarget;
  #lastKeys = new Uint8Array();

  /** @param target See {@linkcode KeyFeedTarget}. */
  constructor(target: KeyFeedTarget) {
    this.#target = target;
  }

  /**
   * Hands keys over, in their order.
   *
   * @param bytes Keys and texts, cut anywhere.
   */
  take(bytes: Uint8Array): void {
    let at = 0;
    for (const { index, 0: run } of onePerByte(bytes).matchAll(LONG_TEXT)) {
      this.#keys(bytes.subarray(at, index));
      const lead = this.#lastKeys.includes(ESCAPE) ? LONGEST_SEQUENCE : 0;
      const start = afterCutCharacter(bytes, index + lead);
      const end = beforeCutCharacter(bytes, index + run.length);
      this.#keys(bytes.subarray(index, start));
      this.#target.text(new TextDecoder().decode(bytes.subarray(start, end)));
      at = end;
    }
    this.#keys(bytes.subarray(at));
  }

  #keys(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#lastKeys = new Uint8Array([...this.#lastKeys, ...bytes.subarray(-LONGEST_SEQUENCE)])
      .slice(-LONGEST_SEQUENCE);
    this.#target.keys(bytes);
  }
}

function onePerByte(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function afterCutCharacter(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isInside(bytes[at])) at++;
  return at;
}

/** The end, or where the last character begins when not all of it is there. */
function beforeCutCharacter(bytes: Uint8Array, end: number): number {
  let at = end - 1;
  while (isInside(bytes[at])) at--;
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return at + length > end ? at : end;
}
