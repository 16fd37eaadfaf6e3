/**
 * What may follow a command's name, as its help says it.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { type CommandName, COMMANDS } from "../command_line.ts";
import { helpText } from "../help/help_text.ts";
import type { Candidate } from "./candidate.ts";

/**
 * The commands, each with what the help says of it.
 *
 * @param language The reader's.
 *
 * @example
 * ```ts
 * commandWords("en")[0]; // { value: "chat", description: "talk to it (Ctrl-C ends a turn, Ctrl-D leaves)" }
 * ```
 */
export function commandWords(language: Language): Candidate[] {
  const described = new Map(
    [...helpText(undefined, language).matchAll(/^ {2}handrail \[?(\w+)\]?.*? {2,}(.+)$/gm)]
      .map(([, name = "", description = ""]) => [name, description]),
  );
  return COMMANDS.map((value) => ({ value, description: described.get(value) ?? "" }));
}

/**
 * The actions of a command: `list` and the like; none where it has none.
 *
 * @param command The command.
 * @param language The reader's.
 *
 * @example
 * ```ts
 * actionWords("breaker", "en").map(({ value }) => value); // ["list", "reset"]
 * ```
 */
export function actionWords(command: CommandName, language: Language): Candidate[] {
  const lines = helpText(command, language).matchAll(
    new RegExp(`^handrail ${command} ([a-z]+)(?: .*?)?(?: {2,}(.+))?$`, "gm"),
  );
  return [...lines].map(([, value = "", description = ""]) => ({ value, description }));
}
