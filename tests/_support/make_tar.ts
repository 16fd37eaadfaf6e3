/**
 * Archives for tests.
 *
 * @module
 */

const BLOCK = 512;

/** A file, or with another `type` (one ASCII character) something that is none. */
export interface TarPart {
  readonly name: string;
  readonly content: Uint8Array;
  readonly type?: string;
}

/** Makes a tar archive (ustar) of files. */
export function makeTar(parts: readonly TarPart[]): Uint8Array {
  const blocks = parts.flatMap((
    { name, content, type = "0" },
  ) => [header(name, content.length, type), padded(content)]);
  return concat([...blocks, new Uint8Array(2 * BLOCK)]);
}

/** The same, compressed. */
export async function makeTarGz(parts: readonly TarPart[]): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(makeTar(parts))]).stream().pipeThrough(
    new CompressionStream("gzip"),
  );
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function header(name: string, size: number, type: string): Uint8Array {
  const bytes = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => bytes.set(new TextEncoder().encode(text), at);
  put(name, 0);
  put("0000644\0", 100);
  put(size.toString(8).padStart(11, "0") + " ", 124);
  put(type, 156);
  put("ustar\x0000", 257);
  put("        ", 148);
  put(bytes.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0") + "\0 ", 148);
  return bytes;
}

function padded(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK);
  bytes.set(content);
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
