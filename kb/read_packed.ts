import { createHash } from "node:crypto";
import { BilingualError } from "./bilingual_error.ts";
import type { PackedFile } from "./packed_file.ts";

/**
 * Reads a file of the program's own and checks it.
 *
 * @param file Which one.
 * @returns Its bytes, unpacked.
 * @throws {Error} when it is not the one it should be; its message is the bare reason.
 *
 * @example
 * ```ts
 * runtime.env.wasm.wasmBinary = await readPacked(wasm);
 * ```
 */
export async function readPacked(file: PackedFile): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await readSlice(file);
  const bytes = file.gzip ? await unzip(packed, file) : packed;
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) throw damaged(file);
  return bytes;
}

async function readSlice(file: PackedFile): Promise<Uint8Array<ArrayBuffer>> {
  using source = await Deno.open(file.path);
  await source.seek(file.offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(file.length);
  for (let at = 0; at < bytes.length;) {
    const count = await source.read(bytes.subarray(at));
    if (count === null) throw damaged(file);
    at += count;
  }
  return bytes;
}

async function unzip(packed: Uint8Array<ArrayBuffer>, file: PackedFile): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw damaged(file, error);
  }
}

/** A program that was updated while it ran is the usual reason. */
function damaged({ name }: PackedFile, cause?: unknown): Error {
  return new BilingualError({
    en: `${name} inside the program is damaged, or the program was replaced. Start it again`,
    zh: `程序内的 ${name} 已损坏，或程序已被替换。请重新启动`,
  }, cause === undefined ? undefined : { cause });
}
