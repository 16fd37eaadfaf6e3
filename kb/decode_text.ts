import { BilingualError } from "./bilingual_error.ts";

/** Thrown when bytes are text in none of the encodings that {@linkcode decodeText} knows. */
export class UndecodableTextError extends BilingualError {
  override readonly name = "UndecodableTextError";
}

interface ByteOrderMark {
  readonly encoding: string;
  readonly bytes: readonly number[];
}

const BYTE_ORDER_MARKS: readonly ByteOrderMark[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** Control characters that text does not hold, but binary files decoded by accident do. */
// deno-lint-ignore no-control-regex
const BINARY_CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/** What a guess must not hold: GB18030 maps stray bytes to the private use area, and can spell U+FFFD. */
const IMPLAUSIBLE_GUESS = /[\ufffd\ue000-\uf8ff]/;

/** UTF-8 of which a byte was changed or lost has so many whole characters for each broken one, or more. */
const DAMAGED_UTF8_SHARE = 4;

/** How much of a file is judged, in bytes. */
const JUDGED = 1024 * 1024;

/** A word or two may be anything: pairs of GB18030 such as 联通 are UTF-8 as well. */
const FEWEST_TO_JUDGE = 12;

/** Characters of two bytes that GB2312 does not have, nor traditional Chinese in bulk: their first byte is below this. */
const FIRST_OF_GB2312 = 0xa1;

/**
 * Turns a file's bytes into text without ever losing a character to U+FFFD.
 *
 * A byte order mark decides (UTF-8, UTF-16LE, UTF-16BE). Without one the bytes are read as strict UTF-8 and, failing
 * that, as GB18030, the encoding that GB2312 and GBK files of Chinese Windows are valid in; but not when they are UTF-8
 * with damage, or Shift-JIS, which GB18030 can spell as well. Line ends stay as they are.
 *
 * @param bytes The file's content.
 * @param name What the error calls the file.
 * @returns The text, without its byte order mark.
 * @throws {UndecodableTextError} when the bytes are binary, or text in another encoding.
 *
 * @example
 * ```ts
 * decodeText(new Uint8Array([0xcd, 0xcb, 0xbf, 0xee])); // "退款"
 * ```
 */
export function decodeText(bytes: Uint8Array, name = "the document"): string {
  const text = decodeByMark(bytes) ?? decodeStrictly(bytes, "utf-8") ?? guessGb18030(bytes);
  if (text === undefined || BINARY_CONTROLS.test(text)) {
    throw new UndecodableTextError({
      en:
        `Cannot read document: ${name} holds neither UTF-8 nor GB18030 text. Convert it to UTF-8 and ingest again`,
      zh: `无法读取文档：${name} 的内容既不是 UTF-8 也不是 GB18030 文字。请转成 UTF-8 后重新入库`,
    });
  }
  return text;
}

/** Undefined when there is no mark, or when what follows it is not what it promises. */
function decodeByMark(bytes: Uint8Array): string | undefined {
  const mark = BYTE_ORDER_MARKS.find((candidate) =>
    candidate.bytes.every((byte, position) => bytes[position] === byte)
  );
  return mark && decodeStrictly(bytes.subarray(mark.bytes.length), mark.encoding);
}

function guessGb18030(bytes: Uint8Array): string | undefined {
  const text = decodeStrictly(bytes, "gb18030");
  if (text === undefined || IMPLAUSIBLE_GUESS.test(text)) return undefined;
  const head = bytes.subarray(0, JUDGED);
  return isDamagedUtf8(head) || isMostlyRare(head) ? undefined : text;
}

function isDamagedUtf8(bytes: Uint8Array): boolean {
  let [whole, broken] = [0, 0];
  for (const [character] of new TextDecoder().decode(bytes).matchAll(/[^\0-\x7f]/gu)) {
    if (character === "\ufffd") broken++;
    // By chance pairs of bytes are whole often enough, three hardly ever.
    else whole += character < "\u0800" ? 1 : 3;
  }
  return whole >= Math.max(FEWEST_TO_JUDGE, DAMAGED_UTF8_SHARE * broken);
}

/** Kana and most of Shift-JIS's kanji begin with bytes that in GB18030 only rare characters do. */
function isMostlyRare(bytes: Uint8Array): boolean {
  let [rare, all] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    if (first <= 0x80) continue;
    // The second of four bytes is a digit.
    if (second <= 0x39) {
      at += 3;
      continue;
    }
    at++;
    all++;
    if (first < FIRST_OF_GB2312) rare++;
  }
  return all >= FEWEST_TO_JUDGE && rare > all / 2;
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
