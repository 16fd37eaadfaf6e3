/**
 * Finds a session that must be there.
 *
 * @module
 */
import { join } from "node:path";
import { SessionFile, type StoredSession } from "../../agent/sessions/session_file.ts";
import { sessionWarnings } from "../../agent/sessions/session_warnings.ts";
import { cleanText } from "../text/clean_text.ts";
import type { Program } from "../program.ts";
import { tellFault } from "../tell_fault.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Where a program keeps its sessions.
 *
 * @param program The program.
 *
 * @example
 * ```ts
 * await listSessions(sessionFolder(program));
 * ```
 */
export function sessionFolder({ settings }: Pick<Program, "settings">): string {
  return join(settings.stateFolder, "sessions");
}

/**
 * The file of a session, which may not be there yet.
 *
 * @param program The program.
 * @param id The session.
 * @throws {UsageError} If the id is none.
 *
 * @example
 * ```ts
 * const stored = await sessionFile(program, "ses_1").load();
 * ```
 */
export function sessionFile(program: Pick<Program, "settings">, id: string): SessionFile {
  try {
    return new SessionFile(sessionFolder(program), id, { turnWaitMs: program.settings.sessionWaitMs });
  } catch (error) {
    throw UsageError.of(error);
  }
}

/**
 * Reads a session, and says on standard error what is wrong with it.
 *
 * @param program The program.
 * @param id The session.
 * @returns `undefined` when there is none of that id, which has been told then.
 * @throws {UsageError} If the id is none.
 *
 * @example
 * ```ts
 * const stored = await openStored(program, "ses_1");
 * ```
 */
export async function openStored(program: Program, id: string): Promise<StoredSession | undefined> {
  const stored = await sessionFile(program, id).load();
  if (!stored) {
    await tellFault(program, {
      en: `Cannot open session ${id}: there is none of that id. See handrail sessions list`,
      zh: `无法打开会话 ${id}：没有这个编号的会话。见 handrail sessions list`,
    });
    return undefined;
  }
  const { language } = program.settings;
  for (const warning of sessionWarnings(id, stored)) {
    // It may name a tool as a model once called it.
    await program.errors.write(`${cleanText(warning[language])}\n`);
  }
  return stored;
}
