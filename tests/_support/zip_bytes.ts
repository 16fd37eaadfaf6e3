/**
 * Small archives, written by hand.
 *
 * @module
 */
import { crc32, deflateRawSync } from "node:zlib";

/** A file in an archive. */
export interface ZipFile {
  readonly name: string;
  readonly data: Uint8Array | string;
  /** The unpacked size that the directory claims. @default {the real one} */
  readonly claimed?: number;
}

/**
 * Writes an archive of deflated files.
 *
 * @param files The files.
 * @example
 * ```ts
 * zipBytes([{ name: "a.xml", data: "<a/>" }]);
 * ```
 */
export function zipBytes(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, data, claimed } of files) {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    const packed = deflateRawSync(bytes);
    const label = new TextEncoder().encode(name);
    const facts = [8, 0, 0, crc32(bytes), packed.length, claimed ?? bytes.length];
    const local = [
      numbers([0x04034b50, 4], [20, 2], [0, 2], ...sized(facts), [label.length, 2], [0, 2]),
      label,
      packed,
    ];
    locals.push(...local);
    directory.push(
      numbers([0x02014b50, 4], [20, 2], [20, 2], [0, 2], ...sized(facts), [label.length, 2], [0, 2], [0, 2], [
        0,
        2,
      ]),
      numbers([0, 2], [0, 4], [offset, 4]),
      label,
    );
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [
    0,
    2,
  ]);
  return joined([...locals, ...directory, end]);
}

/** Method, time, date, check sum and both sizes, as both headers have them. */
function sized(
  [method = 0, time = 0, date = 0, sum = 0, packed = 0, unpacked = 0]: readonly number[],
): [number, number][] {
  return [[method, 2], [time, 2], [date, 2], [sum, 4], [packed, 4], [unpacked, 4]];
}

function numbers(...fields: readonly [number, number][]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([value, width]) =>
      Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** at) % 256)
    ),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
