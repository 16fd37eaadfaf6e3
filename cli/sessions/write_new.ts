/**
 * Writes a file that must not be there yet.
 *
 * @module
 */
import { BilingualError } from "../../kb/bilingual_error.ts";
import { fileFault } from "../../kb/file_fault.ts";

/**
 * Writes a file, mode 0600. Never over another one: a slip of the fingers must not cost it.
 *
 * @param file Its path.
 * @param text Its text.
 * @throws {Error} If there is such a file, or it cannot be written.
 *
 * @example
 * ```ts
 * await writeNew("trip.md", text);
 * ```
 */
export async function writeNew(file: string, text: string): Promise<void> {
  try {
    const opened = await Deno.open(file, { write: true, createNew: true, mode: 0o600 });
    await writeAll(opened, text).catch(async (error) => {
      // Half of it would stand in the way of the next try.
      await Deno.remove(file);
      throw error;
    });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new BilingualError({
        en: `Cannot export: ${file} is there already. Name another file`,
        zh: `无法导出：${file} 已经存在。请换一个文件名`,
      }, { cause: error });
    }
    const { en, zh } = fileFault(error);
    throw new BilingualError({
      en: `Cannot export: ${file}: ${en}. Name another file`,
      zh: `无法导出：${file}：${zh}。请换一个文件名`,
    }, { cause: error });
  }
}

async function writeAll(opened: Deno.FsFile, text: string): Promise<void> {
  using file = opened;
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
}
