import { inflateRawSync } from "node:zlib";
import { BilingualError } from "../bilingual_error.ts";

/** What an archive may hold; more than the largest documents that people write. */
export interface ZipLimits {
  /** Files in it. @default {10_000} */
  readonly entries?: number;
  /** All files together when unpacked, in bytes. @default {268_435_456} */
  readonly totalBytes?: number;
  /** All XML files together when unpacked, in bytes: a parser takes many times that. @default {67_108_864} */
  readonly xmlBytes?: number;
  /** How many times larger a file of more than a megabyte gets by unpacking. @default {200} */
  readonly ratio?: number;
}

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const MEGABYTE = 1024 * 1024;

/**
 * Refuses an archive that would fill the memory when unpacked, before anything else looks into it (K16).
 *
 * The sizes that its directory promises are checked first, without unpacking; then every file is unpacked once, with
 * its promised size as the bound, because a directory can lie. Layout: PKWARE APPNOTE 6.3.10, 4.3.
 *
 * @param bytes The archive.
 * @param limits See {@linkcode ZipLimits}.
 * @returns The names of its files.
 * @throws {Error} when it is no sound archive or breaks a limit; the message says how.
 *
 * @example
 * ```ts
 * checkZip(await Deno.readFile("report.docx")); // ["[Content_Types].xml", "word/document.xml", …]
 * ```
 */
export function checkZip(bytes: Uint8Array, limits: ZipLimits = {}): string[] {
  const { entries: most = 10_000, totalBytes = 256 * MEGABYTE, xmlBytes = 64 * MEGABYTE, ratio = 200 } =
    limits;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(view, bytes, most);
  const total = sizeOf(entries);
  if (total > totalBytes) {
    throw new BilingualError({
      en: `it unpacks to ${total} bytes, more than ${totalBytes}`,
      zh: `解压后有 ${total} 字节，超过上限 ${totalBytes}`,
    });
  }
  const xml = sizeOf(entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name)));
  if (xml > xmlBytes) {
    throw new BilingualError({
      en: `its text unpacks to ${xml} bytes, more than ${xmlBytes}`,
      zh: `其中的文字解压后有 ${xml} 字节，超过上限 ${xmlBytes}`,
    });
  }
  for (const { name, packed, unpacked } of entries) {
    if (unpacked > MEGABYTE && unpacked > ratio * packed) {
      throw new BilingualError({
        en: `${name} in it unpacks to more than ${ratio} times its size`,
        zh: `其中的 ${name} 解压后超过原大小的 ${ratio} 倍`,
      });
    }
  }
  for (const entry of entries) unpackWithin(entry, view, bytes);
  return entries.map(({ name }) => name);
}

function sizeOf(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
}

function readDirectory(view: DataView, bytes: Uint8Array, most: number): ZipEntry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > most) {
    throw new BilingualError({
      en: `it holds ${count} files, more than ${most}`,
      zh: `其中有 ${count} 个文件，超过上限 ${most}`,
    });
  }
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  // The library would look for the directory elsewhere, and find another one there: behind what it takes for bytes in front
  // of the archive, or where a second end says.
  const [disk, firstDisk, here] = [4, 6, 8].map((field) => view.getUint16(end + field, true));
  if (disk !== 0 || firstDisk !== 0 || here !== count || at + view.getUint32(end + 12, true) !== end) {
    throw new BilingualError({ en: "its directory is damaged", zh: "压缩包目录已损坏" });
  }
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      throw new BilingualError({ en: "its directory is damaged", zh: "压缩包目录已损坏" });
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true)
    );
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0))),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  if (at !== end) throw new BilingualError({ en: "its directory is damaged", zh: "压缩包目录已损坏" });
  return entries;
}

/** Archives larger than 4 GB have a second directory; none of ours is. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new BilingualError({
    en: "it is no archive, or the end of it is missing",
    zh: "不是压缩包，或缺了结尾",
  });
}

function unpackWithin(
  { name, method, packed, unpacked, offset }: ZipEntry,
  view: DataView,
  bytes: Uint8Array,
): void {
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL_SIGNATURE) {
    throw new BilingualError({ en: `${name} in it is damaged`, zh: `其中的 ${name} 已损坏` });
  }
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const data = bytes.subarray(start, start + packed);
  if (method === 0 ? packed !== unpacked : method !== 8 || inflatedSize(data, unpacked) !== unpacked) {
    throw new BilingualError({
      en: `${name} in it is damaged, or larger than its directory says`,
      zh: `其中的 ${name} 已损坏，或比目录所写的大`,
    });
  }
}

/** -1 when it is no deflated data, or more than promised. */
function inflatedSize(data: Uint8Array, promised: number): number {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, promised) }).byteLength;
  } catch {
    return -1;
  }
}
