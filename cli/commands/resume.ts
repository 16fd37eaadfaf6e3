/**
 * `handrail resume`: goes on with a conversation.
 *
 * @module
 */
import { listSessions } from "../../agent/sessions/list_sessions.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { sessionFile, sessionFolder } from "../sessions/open_stored.ts";
import { tellFault } from "../tell_fault.ts";
import { UsageError } from "../usage_error.ts";
import { chatCommand } from "./chat.ts";

/**
 * Opens `chat` on a session that is there: the one that is named, or with `--last` the one that was used last.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 1 when there is no such session, else that of the chat.
 * @throws {UsageError} If no session is named, or more than one.
 *
 * @example
 * ```ts
 * await resumeCommand(program, parseCommandLine(["resume", "--last"]));
 * ```
 */
export async function resumeCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  if (operands.length !== (flags.last ? 0 : 1)) {
    throw new UsageError({
      en:
        "Cannot resume: name one session. Write handrail resume ID, or --last for the one that was used last",
      zh: "无法继续：请指明一个会话。写 handrail resume 编号，或用 --last 继续最近用过的那个",
    });
  }
  const id = flags.last ? (await listSessions(sessionFolder(program)))[0]?.id : operands[0];
  if (id === undefined || !await isThere(program, id)) {
    const what = id === undefined
      ? { en: "there is no session yet", zh: "还没有会话" }
      : { en: `session ${id} is not there`, zh: `没有会话 ${id}` };
    await tellFault(program, {
      en: `Cannot resume: ${what.en}. See handrail sessions list`,
      zh: `无法继续：${what.zh}。见 handrail sessions list`,
    });
    return EXIT.failed;
  }
  return await chatCommand(program, {
    command: "chat",
    topic: "chat",
    operands: [],
    flags: { ...flags, session: id },
  });
}

async function isThere(program: Program, id: string): Promise<boolean> {
  return await sessionFile(program, id).read() !== undefined;
}
