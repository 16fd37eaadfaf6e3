/**
 * Cuts a stream of bytes into lines of text.
 *
 * @module
 */

/** A line, or why there is none. */
export type Line =
  | { readonly text: string }
  | { readonly error: "line_too_long"; readonly limitBytes: number }
  /** `offset`: of the first bad byte within the line. */
  | { readonly error: "invalid_utf8"; readonly offset: number };

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits on the byte LF before decoding, so that U+2028 never splits a line and a character is never cut; drops one
 * CR before it and skips blank lines. A line that is too long is reported once, as soon as it is, and skipped up to
 * its end; what follows is read as usual.
 *
 * @param chunks The bytes, cut anywhere.
 * @param maxLineBytes The longest line, without its end.
 *
 * @example
 * ```ts
 * for await (const line of readLines(input.chunks(), 8 * 1024 * 1024)) handle(line);
 * ```
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Line, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let skipping = false;
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(LF, start);
      const piece = chunk.subarray(start, end < 0 ? chunk.length : end);
      if (!skipping) {
        parts.push(piece.slice());
        length += piece.length;
        // One byte more is allowed for now: it may be the CR of the line's end.
        if (length > maxLineBytes + 1) {
          yield { error: "line_too_long", limitBytes: maxLineBytes };
          skipping = true;
        }
      }
      if (end < 0) break;
      if (!skipping) yield* decodeLine(parts, length, maxLineBytes);
      [parts, length, skipping] = [[], 0, false];
      start = end + 1;
    }
    if (skipping) [parts, length] = [[], 0];
  }
  if (!skipping) yield* decodeLine(parts, length, maxLineBytes);
}

function* decodeLine(
  parts: readonly Uint8Array[],
  length: number,
  maxLineBytes: number,
): Generator<Line, void, undefined> {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  const bytes = joined.at(-1) === CR ? joined.subarray(0, -1) : joined;
  if (bytes.length > maxLineBytes) {
    yield { error: "line_too_long", limitBytes: maxLineBytes };
    return;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    yield { error: "invalid_utf8", offset: firstBadByte(bytes) };
    return;
  }
  if (text.trim() !== "") yield { text };
}

/** The lenient decoder puts U+FFFD where the first bad byte stands; what precedes it encodes back to its own length. */
function firstBadByte(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  for (let from = 0, offset = 0;; offset += 3) {
    const at = text.indexOf("\uFFFD", from);
    offset += encoder.encode(text.slice(from, at)).length;
    // A U+FFFD that was really sent is three good bytes; skip it.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    from = at + 1;
  }
}
