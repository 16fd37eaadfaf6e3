/**
 * Says why a session's file cannot be used.
 *
 * @module
 */
import { BilingualError } from "../../kb/bilingual_error.ts";
import { fileFault } from "../../kb/file_fault.ts";

/** The system's words for a file that may not be used, or is none. A full disk may be the reader's of our output. */
const FILE_FAULTS: readonly string[] = ["EACCES", "EPERM", "EROFS", "EISDIR", "ENOTDIR"];

/**
 * Puts a fault of the file system into words: which action of which session, why, and what to do. Anything else that was
 * thrown says itself what it is, and comes back as it was.
 *
 * @param error What was thrown.
 * @param operands What was typed behind `sessions`.
 *
 * @example
 * ```ts
 * throw sessionFault(error, ["rename", "ses_1", "Trip"]);
 * ```
 */
export function sessionFault(error: unknown, operands: readonly string[]): unknown {
  if (!(error instanceof Error) || !FILE_FAULTS.includes((error as { code?: string }).code ?? "")) {
    return error;
  }
  const what = operands.slice(0, 2).join(" ");
  const { en, zh } = fileFault(error);
  return new BilingualError({
    en: `Cannot run sessions ${what}: ${en}. Check who may read and write in the folder HANDRAIL_STATE`,
    zh: `无法运行 sessions ${what}：${zh}。请检查 HANDRAIL_STATE 文件夹的读写权限`,
  }, { cause: error });
}
