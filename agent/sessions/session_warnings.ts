/**
 * What to tell of a session that was found damaged.
 *
 * @module
 */
import type { Bilingual } from "../../kb/bilingual_error.ts";
import type { StoredSession } from "./session_file.ts";

/**
 * One sentence for each thing that is not as it should be.
 *
 * @param id The session.
 * @param stored As it was read.
 *
 * @example
 * ```ts
 * sessionWarnings("ses_1", stored)[0]?.en; // "2 unreadable lines of session ses_1 were skipped"
 * ```
 */
export function sessionWarnings(
  id: string,
  { skippedLines, tornTail, unknownOutcomes }: Pick<
    StoredSession,
    "skippedLines" | "tornTail" | "unknownOutcomes"
  >,
): Bilingual[] {
  return [
    ...(skippedLines > 0
      ? [{
        en: `${skippedLines} unreadable lines of session ${id} were skipped`,
        zh: `会话 ${id} 有 ${skippedLines} 行无法读取，已跳过`,
      }]
      : []),
    ...(tornTail
      ? [{
        en: `The last line of session ${id} was torn: it was cut off, and is kept in ${id}.jsonl.torn`,
        zh: `会话 ${id} 的最后一行不完整：已截去，保存在 ${id}.jsonl.torn`,
      }]
      : []),
    ...unknownOutcomes.map((tool) => ({
      en:
        `The program ended while ${tool} was running in session ${id}: it is not known whether it took effect. ` +
        "Check it before you ask for it again",
      zh: `程序结束时，会话 ${id} 中的 ${tool} 还在执行：不知道它是否生效。再次要求之前请先核实`,
    })),
  ];
}
