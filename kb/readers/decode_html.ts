import { decodeText } from "../decode_text.ts";

/** How far a browser looks for the declaration (HTML, 13.2.3.2, "Determining the character encoding"), in bytes. */
const PRESCAN_BYTES = 1024;

const DECLARED = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:-]+)/i;
const XML_DECLARED = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/;

/** In these every byte is some character, so a wrong declaration would never show. */
const SINGLE_BYTE =
  /^(?:windows-125\d|windows-874|iso-8859-\d+(?:-i)?|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/;

/**
 * Turns the bytes of an HTML file into text, without ever losing a character to U+FFFD.
 *
 * A byte order mark decides, then what the file declares of itself, as long as the bytes agree; otherwise the rules of
 * {@linkcode decodeText}. A declaration of an encoding of single bytes counts only where the bytes are not UTF-8.
 *
 * @param bytes The file's content.
 * @param name What the error calls the file.
 * @returns The text.
 * @throws {UndecodableTextError} when nothing fits.
 *
 * @example
 * ```ts
 * decodeHtml(new TextEncoder().encode('<meta charset="utf-8">退款')); // '<meta charset="utf-8">退款'
 * ```
 */
export function decodeHtml(bytes: Uint8Array, name?: string): string {
  const encoding = hasMark(bytes) ? undefined : declaredEncoding(bytes);
  const text = encoding === undefined ? undefined : decodeAs(encoding, bytes);
  return text ?? decodeText(bytes, name);
}

function hasMark([first, second, third]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ||
    (first === 0xef && second === 0xbb && third === 0xbf);
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN_BYTES));
  const label = DECLARED.exec(head)?.[1] ?? XML_DECLARED.exec(head)?.[1];
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  // A file in which the declaration could be found is not UTF-16, whatever it says.
  if (encoding.startsWith("utf-16")) return undefined;
  const text = SINGLE_BYTE.test(encoding) ? strictly("utf-8", bytes) : undefined;
  return text ?? strictly(encoding, bytes);
}

function strictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\ufffd") || text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
