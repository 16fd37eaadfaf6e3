/**
 * What a person can do beside the conversation without leaving it.
 *
 * @module
 */
import { extname } from "node:path";
import type { NamedModel } from "../../agent/models/create_model.ts";
import { RECORDING_SUFFIX } from "../../agent/recording/recording_suffix.ts";
import type { CommandLine } from "../command_line.ts";
import { parseCommandLine } from "../command_line.ts";
import type { Program } from "../program.ts";
import { exportAs } from "../sessions/export_as.ts";
import { parseExportFormat } from "../sessions/export_session.ts";
import { openStored } from "../sessions/open_stored.ts";
import { writeNew } from "../sessions/write_new.ts";

/** Carries them out; what each has to say goes to the program's output. Each throws when it cannot. */
export interface SideCommands {
  /** Opens the model that a string names. */
  openModel(spec: string): Promise<NamedModel>;
  /** `handrail sessions`: the list, when nothing else is asked for. */
  sessions(operands: readonly string[]): Promise<void>;
  /** Searches the knowledge base; without words, says what is in it. */
  knowledge(words: readonly string[]): Promise<void>;
  /**
   * Writes a session to a file, whose ending is the format.
   *
   * @param id The session.
   * @param file The file. @default {the id, as Markdown}
   * @returns The file; `undefined` when nothing has been said yet, which has been told then.
   */
  exportSession(id: string, file?: string): Promise<string | undefined>;
}

/**
 * The same commands as on the command line.
 *
 * @param program The program.
 *
 * @example
 * ```ts
 * await createSideCommands(program).knowledge(["年假"]);
 * ```
 */
export function createSideCommands(program: Program): SideCommands {
  const run = async (
    command: (program: Program, line: CommandLine) => Promise<number>,
    args: readonly string[],
  ) => void await command(program, parseCommandLine(args));
  return {
    openModel: (spec) => program.openModel(spec),
    sessions: async (operands) => {
      const { sessionsCommand } = await import("../commands/sessions.ts");
      await run(sessionsCommand, ["sessions", ...(operands.length > 0 ? operands : ["list"])]);
    },
    knowledge: async (words) => {
      const { kbCommand } = await import("../commands/kb.ts");
      // Behind the dashes a word is never a flag.
      await run(kbCommand, words.length > 0 ? ["kb", "search", "--", ...words] : ["kb", "info"]);
    },
    exportSession: async (id, file = `${id}.md`) => {
      const isRecording = file.endsWith(RECORDING_SUFFIX);
      const format = isRecording ? "recording" : parseExportFormat(extname(file).slice(1) || undefined);
      const stored = await openStored(program, id);
      if (!stored) return undefined;
      await writeNew(file, await exportAs(program, id, stored, format));
      return file;
    },
  };
}
