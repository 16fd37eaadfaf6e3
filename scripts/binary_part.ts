import { createHash } from "node:crypto";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type { PackedFile } from "../kb/packed_file.ts";

/** A large file on its way into a binary. */
export interface BinaryPart {
  /** For the table of what is inside. */
  readonly label: string;
  /** Its name once it is copied out. */
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  /** Of the unpacked bytes. */
  readonly sha256: string;
  readonly gzip: boolean;
  /** What goes into the binary. */
  readonly bytes: Uint8Array;
}

/**
 * Reads a file and packs it.
 *
 * @param label For the table of what is inside.
 * @param path The file.
 * @param gzip Compress it? What is read at every search is quicker as it is.
 *
 * @example
 * ```ts
 * await binaryPart("native runtime", "/…/libonnxruntime.so.1", true);
 * ```
 */
export async function binaryPart(label: string, path: string, gzip: boolean): Promise<BinaryPart> {
  const bytes = await Deno.readFile(path);
  return {
    label,
    name: basename(path),
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    gzip,
    bytes: gzip ? new Uint8Array(gzipSync(bytes, { level: 9 })) : bytes,
  };
}

/**
 * How the binary finds a part again.
 *
 * @param part The part.
 * @param path The file that holds it.
 * @param offset Where in that file, in bytes.
 *
 * @example
 * ```ts
 * packedFile(part, "parts/kb.sqlite", 0);
 * ```
 */
export function packedFile(part: BinaryPart, path: string, offset: number): PackedFile {
  const { name, size, sha256, gzip, bytes } = part;
  return { name, path, offset, length: bytes.length, size, sha256, gzip };
}
