/**
 * Writes a file as a whole or not at all.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's text. Whoever reads it meanwhile sees the old text or the new one, and so does whoever comes after a
 * crash. What is no file, such as a pipe, is written into.
 *
 * @param path The file.
 * @param text Its new text.
 * @param options `mode`: of a file that is not there yet. @default {0o600}
 *
 * @example
 * ```ts
 * await writeAtomically("refund.recording.json", text);
 * ```
 */
export async function writeAtomically(
  path: string,
  text: string,
  { mode = 0o600 }: { readonly mode?: number } = {},
): Promise<void> {
  // What a link points to is replaced, not the link.
  const target = await Deno.realPath(path).catch(() => path);
  const there = await Deno.stat(target).catch(() => undefined);
  if (there && !there.isFile && !there.isDirectory) {
    return await Deno.writeTextFile(target, text, { create: false });
  }
  const kept = there?.mode ?? null;
  const temporary = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.tmp`);
  try {
    using file = await Deno.open(temporary, { write: true, createNew: true, mode });
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
    await file.sync();
    if (kept !== null && Deno.build.os !== "windows") await Deno.chmod(temporary, kept & 0o777);
    await Deno.rename(temporary, target);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}
