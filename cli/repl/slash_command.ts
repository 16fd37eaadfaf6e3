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
 * Reads a line that begins with a slash. What Chinese input methods type in full width, the slash and letters, is as
 * good. A unique beginning of a command's name is enough.
 *
 * @param text The line, trimmed.
 * @returns The command; `undefined` when the line is for the model. An unknown command is never sent to the model; where
 *   several begin so, those are the valid ones.
 *
 * @example
 * ```ts
 * parseSlashCommand('/export "my notes.md"'); // { name: "export", operands: ["my notes.md"] }
 * ```
 */
export function parseSlashCommand(text: string): SlashCommand | undefined {
  const [, typed, rest = ""] = /^[\/／](\S*)\s*([^]*)$/.exec(text) ?? [];
  if (typed === undefined) return undefined;
  const begun = typed.normalize("NFKC").toLowerCase();
  const matches = NAMES.filter((name) => begun !== "" && name.startsWith(begun));
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return { name: only, operands: wordsOf(rest) };
  const valid = matches.length > 0 ? matches.map((name) => `/${name}`) : SLASH_COMMANDS;
  return { name: "unknown", typed: `/${typed}`, valid };
}

/** A quote is one where a word begins with it and another ends with it; anywhere else, as in `what's`, it is itself. */
const WORD = /(?<!\S)(?:"([^"]*)"|'([^']*)')(?!\S)|(?:\\\s|\S)+/g;

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word, double, single]) =>
    double ?? single ?? word.replaceAll(/\\(\s)/g, "$1")
  );
}
