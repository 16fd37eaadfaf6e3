/**
 * Help texts, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import type { CommandName } from "../command_line.ts";
import { INSPECT_HELP } from "./inspect_help.ts";
import { KNOWLEDGE_HELP } from "./knowledge_help.ts";
import { MAIN_HELP } from "./main_help.ts";
import { RECORD_HELP } from "./record_help.ts";
import { REPLAY_HELP } from "./replay_help.ts";
import { SESSION_HELP } from "./session_help.ts";
import { TALK_HELP } from "./talk_help.ts";

const COMMAND_HELP: Record<CommandName, Record<Language, string>> = {
  ...TALK_HELP,
  ...KNOWLEDGE_HELP,
  ...SESSION_HELP,
  ...RECORD_HELP,
  ...REPLAY_HELP,
  ...INSPECT_HELP,
};

/**
 * The help for a command, or for the program.
 *
 * @param topic The command; all of them when `undefined`.
 * @param language The reader's.
 *
 * @example
 * ```ts
 * helpText("kb", "en");
 * ```
 */
export function helpText(topic: CommandName | undefined, language: Language): string {
  return topic === undefined ? MAIN_HELP[language] : COMMAND_HELP[topic][language];
}
