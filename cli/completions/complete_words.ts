/**
 * Completes a command line.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { COMMANDS } from "../command_line.ts";
import { COMMAND_FLAGS, COMMON_FLAGS, type FlagName, SWITCHES } from "../flags.ts";
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
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const command = COMMANDS.find((name) => before.includes(name)) ?? "chat";
  const matching = (candidates: readonly Candidate[]) => ({
    candidates: candidates.filter(({ value }) => value.startsWith(typed)),
    files: false,
  });
  const flag = /^--([\w-]+)=/.exec(typed)?.[1];
  if (flag !== undefined) return await among(FLAG_VALUES[flag as FlagName]);
  const waiting = /^--([\w-]+)$/.exec(before.at(-1) ?? "")?.[1];
  if (waiting !== undefined && takesValue(waiting)) return await among(FLAG_VALUES[waiting as FlagName]);
  if (typed.startsWith("-")) {
    return matching([...COMMAND_FLAGS[command], ...COMMON].map((name) => plain(`--${name}`)));
  }
  const operands = withoutFlags(before);
  if (operands.length === 0) return matching(commandWords(language));
  const [, action = ""] = operands;
  if (operands.length === 1 && operands[0] === command) {
    const actions = actionWords(command, language);
    if (actions.length > 0) return matching(actions);
  }
  return await among(OPERANDS[`${operands[0]} ${action}`] ?? OPERANDS[operands[0] ?? ""]);

  async function among(from: FlagValues | undefined): Promise<Completion> {
    if (from === undefined) return { candidates: [], files: false };
    if (from === "files") return { candidates: [], files: true };
    const names = typeof from === "string" ? await sources[from]() : from;
    // A list that is separated by commas goes on behind the last one.
    const head = /^(?:--[\w-]+=)?(?:.*,)?/.exec(typed)?.[0] ?? "";
    return matching(names.map((name) => plain(`${head}${name}`)));
  }
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
