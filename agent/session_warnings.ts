/**
 * What to tell of a session that was found damaged.
 *
 * @module
 */
import type { StoredSession } from "./session_file.ts";

/**
 * One sentence for each thing that is not as it should be.
 *
 * @param id The session.
 * @param stored As it was read.
 *
 * @example
 * ```ts
 * sessionWarnings("ses_1", stored); // ["2 unreadable lines of session ses_1 were skipped"]
 * ```
 */
export function sessionWarnings(
  id: string,
  { skippedLines, tornTail, unknownOutcomes }: Pick<
    StoredSession,
    "skippedLines" | "tornTail" | "unknownOutcomes"
  >,
): string[] {
  return [
    ...(skippedLines > 0 ? [`${skippedLines} unreadable lines of session ${id} were skipped`] : []),
    ...(tornTail
      ? [`The last line of session ${id} was torn: it was cut off, and is kept in ${id}.jsonl.torn`]
      : []),
    ...unknownOutcomes.map((tool) =>
      `The program ended while ${tool} was running in session ${id}: it is not known whether it took effect. ` +
      "Check it before you ask for it again"
    ),
  ];
}
