import { bilingual } from "../bilingual_error.ts";

const BLOCK = 512;
const ASCII = new TextDecoder("latin1");

/** A file in an archive. */
export interface TarEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Its bytes. They must be read, or left, before the next entry is asked for. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Reads the plain files of a tar archive as it streams by, without unpacking the rest and without a temporary copy.
 * Names of up to 100 bytes, which is what the format itself holds; extensions for longer ones are passed over.
 *
 * @param source The archive's bytes, not compressed.
 * @throws {TypeError} when it is no tar archive, or ends early.
 *
 * @example
 * ```ts
 * for await (const { name, content } of readTar(stream)) if (name === "package/a.txt") await keep(content);
 * ```
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source);
  for (let header = await reader.block(); header && header.some(Boolean); header = await reader.block()) {
    checkHeader(header);
    const size = octal(header, 124, 12);
    let left = size;
    const content = async function* () {
      while (left > 0) {
        const bytes = await reader.take(left);
        left -= bytes.length;
        yield bytes;
      }
    };
    // "0", or a zero byte in old archives, is a file; folders, links and extensions are something else.
    if (header[156] === 0 || header[156] === 48) {
      yield { name: text(header, 0, 100), size, content: { [Symbol.asyncIterator]: content } };
    }
    while (left > 0) left -= (await reader.take(left)).length;
    for (let padding = (BLOCK - size % BLOCK) % BLOCK; padding > 0;) {
      padding -= (await reader.take(padding)).length;
    }
  }
}

class BlockReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Between 1 and `limit` bytes. */
  async take(limit: number): Promise<Uint8Array> {
    if (!await this.#fill()) {
      throw bilingual(TypeError, {
        en: "Cannot read archive: it ends early. Fetch it again",
        zh: "无法读取压缩包：不完整。请重新获取",
      });
    }
    const bytes = this.#rest.subarray(0, limit);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** A whole block, or nothing at the end. */
  async block(): Promise<Uint8Array | undefined> {
    if (!await this.#fill()) return undefined;
    const block = new Uint8Array(BLOCK);
    for (let at = 0; at < BLOCK;) {
      const bytes = await this.take(BLOCK - at);
      block.set(bytes, at);
      at += bytes.length;
    }
    return block;
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) return false;
      this.#rest = new Uint8Array(next.value);
    }
    return true;
  }
}

/** The header's bytes are added up with blanks in place of the sum (POSIX, ustar). */
function checkHeader(header: Uint8Array): void {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : header[at] ?? 0;
  if (octal(header, 148, 8) !== sum) {
    throw bilingual(TypeError, {
      en: "Cannot read archive: it is no tar archive, or damaged. Fetch it again",
      zh: "无法读取压缩包：不是 tar 格式，或已损坏。请重新获取",
    });
  }
}

function text(header: Uint8Array, from: number, length: number): string {
  return ASCII.decode(header.subarray(from, from + length)).replace(/\0.*$/s, "");
}

function octal(header: Uint8Array, from: number, length: number): number {
  const digits = text(header, from, length).trim();
  if (!/^[0-7]+$/.test(digits)) {
    throw bilingual(TypeError, {
      en: "Cannot read archive: a header holds no number. Fetch it again",
      zh: "无法读取压缩包：头部有误。请重新获取",
    });
  }
  return Number.parseInt(digits, 8);
}
