/**
 * Completes a command line.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { type CommandName, COMMANDS } from "../command_line.ts";
import { COMMAND_FLAGS, COMMON_FLAGS, SWITCHES } from "../flags.ts";
import type { Candidate, Completion, CompletionSources } from "./candidate.ts";
import { actionWords, commandWords } from "./command_words.ts";
import { FLAG_VALUES, type FlagValues } from "./flag_values.ts";

/** Settings of {@linkcode completeWords}. */
export interface CompleteWordsOptions {
  readonly language: Language;
  readonly sources: CompletionSources;
}

/** Where an operand comes from, by `COMMAND` or `COMMAND ACTION`. */
const OPERANDS: Readonly<Record<string, FlagValues>> = {
  completions: ["bash", "zsh", "fish", "powershell"],
  help: COMMANDS,
  resume: "sessions",
  replay: "files",
  "kb ingest": "files",
  "kb remove": "files",
  "approvals withdraw": "tools",
  "breaker reset": "tools",
  "sessions show": "sessions",
  "sessions resume": "sessions",
  "sessions rename": "sessions",
  "sessions remove": "sessions",
  "sessions fork": "sessions",
  "sessions export": "sessions",
  "sessions trace": "sessions",
};

/** Flags of every command. */
const COMMON = ["help", ...COMMON_FLAGS];

/**
 * Offers what could stand in place of the last word.
 *
 * @param words Those behind the program's name, up to the cursor; the last one is being typed and may be empty.
 * @param options See {@linkcode CompleteWordsOptions}.
 *
 * @example
 * ```ts
 * (await completeWords(["kb", "in"], options)).candidates.map(({ value }) => value); // ["ingest", "info"]
 * ```
 */
export async function completeWords(
  words: readonly string[],
  { language, sources }: CompleteWordsOptions,
): Promise<Completion> {
  const last = words.at(-1) ?? "";
  // PowerShell passes an empty word as a pair of quotes up to 7.2, and the pair itself from 7.3 on.
  const typed = last === '""' ? "" : last;
  const before = words.slice(0, -1);
  const operands = withoutFlags(before);
  const command = COMMANDS.find((name) => name === operands[0]) ?? "chat";
  const matching = (candidates: readonly Candidate[]) => ({
    candidates: candidates.filter(({ value }) => value.startsWith(typed)),
    files: false,
  });
  const flag = /^--([\w-]+)=/.exec(typed)?.[1];
  if (flag !== undefined) return await among(valuesOf(flag, command));
  const waiting = /^--([\w-]+)$/.exec(before.at(-1) ?? "")?.[1];
  if (waiting !== undefined && takesValue(waiting)) return await among(valuesOf(waiting, command));
  if (typed.startsWith("-")) {
    return matching([...COMMAND_FLAGS[command], ...COMMON].map((name) => plain(`--${name}`)));
  }
  if (operands.length === 0) return matching(commandWords(language));
  const [, action = ""] = operands;
  if (operands.length === 1 && operands[0] === command) {
    const actions = actionWords(command, language);
    if (actions.length > 0) return matching(actions);
  }
  return await among(own(OPERANDS, `${operands[0]} ${action}`) ?? own(OPERANDS, operands[0] ?? ""));

  async function among(from: FlagValues | undefined): Promise<Completion> {
    if (from === undefined) return { candidates: [], files: false };
    if (from === "files") return { candidates: [], files: true };
    const names = typeof from === "string" ? await sources[from]() : from;
    // A list that is separated by commas goes on behind the last one.
    const head = /^(?:--[\w-]+=)?(?:.*,)?/.exec(typed)?.[0] ?? "";
    return matching(names.map((name) => plain(`${head}${name}`)));
  }
}

/** A turn's form of output has a name; everything else is put out into files. */
function valuesOf(flag: string, command: CommandName): FlagValues | undefined {
  return flag === "output" && command !== "run" ? "files" : own(FLAG_VALUES, flag);
}

function own(table: Readonly<Partial<Record<string, FlagValues>>>, name: string): FlagValues | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function plain(value: string): Candidate {
  return { value, description: "" };
}

function takesValue(name: string): boolean {
  const isFlag = [COMMON_FLAGS, ...Object.values(COMMAND_FLAGS)].some((flags) =>
    flags.some((flag) => flag === name)
  );
  return isFlag && !SWITCHES.some((flag) => flag === name);
}

/** The words that are neither flags nor their values. */
function withoutFlags(words: readonly string[]): string[] {
  return words.filter((word, at) => {
    const before = /^--([\w-]+)$/.exec(words[at - 1] ?? "")?.[1];
    return !word.startsWith("-") && !(before !== undefined && takesValue(before));
  });
}
