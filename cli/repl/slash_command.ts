/**
 * Commands that a person types in the conversation.
 *
 * @module
 */

const NAMES = [
  "help",
  "new",
  "retry",
  "again",
  "model",
  "tools",
  "kb",
  "sessions",
  "resume",
  "export",
  "compact",
  "approvals",
  "exit",
] as const;

/** The commands as they are typed. */
export const SLASH_COMMANDS: readonly string[] = NAMES.map((name) => `/${name}`);

/** A command, or a word behind a slash that is none. */
export type SlashCommand =
  | { readonly name: typeof NAMES[number]; readonly operands: readonly string[] }
  | { readonly name: "unknown"; readonly typed: string; readonly valid: readonly string[] };

/**
 * Reads a line that begins with a slash, half or full width (Chinese input methods type the latter). A unique beginning of a command's name is enough.
 *
 * @param text The line, trimmed.
 * @returns The command; `undefined` when the line is for the model. An unknown command is never sent to the model.
 *
 * @example
 * ```ts
 * parseSlashCommand("/he"); // { name: "help", operands: [] }
 * ```
 */
export function parseSlashCommand(text: string): SlashCommand | undefined {
  const [, typed, rest = ""] = /^[\/／](\S*)\s*([^]*)$/.exec(text) ?? [];
  if (typed === undefined) return undefined;
  const matches = NAMES.filter((name) => typed !== "" && name.startsWith(typed.toLowerCase()));
  const [only] = matches;
  if (only !== undefined && matches.length === 1) {
    return { name: only, operands: rest.split(/\s+/).filter((word) => word !== "") };
  }
  return { name: "unknown", typed: `/${typed}`, valid: SLASH_COMMANDS };
}
