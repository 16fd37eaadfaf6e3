/**
 * A session in whatever form somebody wants it.
 *
 * @module
 */
import type { StoredSession } from "../../agent/sessions/session_file.ts";
import type { Program } from "../program.ts";
import { type ExportFormat, exportSession } from "./export_session.ts";

/**
 * Writes a session out, as something to read or as a recording; what makes recordings is loaded only for those.
 *
 * @param program The program.
 * @param id The session.
 * @param stored What is in it.
 * @param format As what.
 *
 * @example
 * ```ts
 * await program.output.write(await exportAs(program, "ses_1", stored, "recording"));
 * ```
 */
export async function exportAs(
  program: Program,
  id: string,
  stored: StoredSession,
  format: ExportFormat | "recording",
): Promise<string> {
  if (format !== "recording") return exportSession(id, stored, format);
  const { exportRecording } = await import("./export_recording.ts");
  return await exportRecording(program, id, stored);
}
