/**
 * Files of the state folder that cannot be read.
 *
 * @module
 */
import { BilingualError } from "../../kb/bilingual_error.ts";
import { fileFault } from "../../kb/file_fault.ts";

/**
 * The error to throw for one that is there: it names the file, which the runtime does not always do, and the way out.
 * A program that once ran as another user, as by `sudo`, leaves such files.
 *
 * @param path The file or folder.
 * @param cause What reading it has thrown.
 *
 * @example
 * ```ts
 * throw unreadableState("/home/me/.local/state/handrail/sessions", error);
 * ```
 */
export function unreadableState(path: string, cause: unknown): BilingualError {
  const { en, zh } = fileFault(cause);
  return new BilingualError({
    en: `Cannot read ${path}: ${en}. Make it readable, or set HANDRAIL_STATE to a folder of your own`,
    zh: `无法读取 ${path}：${zh}。请让它可读，或把 HANDRAIL_STATE 设为你自己的文件夹`,
  }, { cause });
}
