/**
 * Says why a session's file cannot be used.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { fileFault } from "../file_fault.ts";

/** What could not be done, and for whom that is said. */
export interface SessionFaultContext {
  /** What was typed behind `sessions`. */
  readonly operands: readonly string[];
  readonly language: Language;
}

/** The system's words for a file that may not be used, or is none. A full disk may be the reader's of our output. */
const FILE_FAULTS: readonly string[] = ["EACCES", "EPERM", "EROFS", "EISDIR", "ENOTDIR"];

/**
 * Puts a fault of the file system into words: which action of which session, why, and what to do. Anything else that was
 * thrown says itself what it is, and comes back as it was.
 *
 * @param error What was thrown.
 * @param context See {@linkcode SessionFaultContext}.
 *
 * @example
 * ```ts
 * throw sessionFault(error, { operands: ["rename", "ses_1", "Trip"], language: "en" });
 * ```
 */
export function sessionFault(error: unknown, { operands, language }: SessionFaultContext): unknown {
  if (!(error instanceof Error) || !FILE_FAULTS.includes((error as { code?: string }).code ?? "")) {
    return error;
  }
  const what = operands.slice(0, 2).join(" ");
  const message = language === "zh"
    ? `无法运行 sessions ${what}：${fileFault(error)}。请检查 HANDRAIL_STATE 文件夹的读写权限`
    : `Cannot run sessions ${what}: ${
      fileFault(error)
    }. Check who may read and write in the folder HANDRAIL_STATE`;
  return new Error(message, { cause: error });
}
