/**
 * Reads the command line.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import {
  COMMAND_FLAGS,
  COMMON_FLAGS,
  type Flags,
  NAME_LISTS,
  SWITCHES,
  VALUE_LISTS,
  VALUES,
} from "./flags.ts";
import { UsageError } from "./usage_error.ts";

/** The commands, in the order that help lists them. */
export const COMMANDS = [
  "chat",
  "run",
  "json",
  "service",
  "kb",
  "tools",
  "sessions",
  "resume",
  "models",
  "approvals",
  "idempotency",
  "breaker",
  "replay",
  "mask",
  "selftest",
  "doctor",
  "schema",
  "completions",
] as const;

/** A command's name. */
export type CommandName = typeof COMMANDS[number];

/** What was asked for. */
export interface CommandLine {
  readonly command: CommandName | "help" | "version";
  /** The command that help is about. */
  readonly topic: CommandName | undefined;
  /** What stands behind the command, in order. */
  readonly operands: readonly string[];
  readonly flags: Flags;
}

/**
 * Reads the arguments. Without a command it is `chat`.
 *
 * @param args The arguments behind the program's name.
 * @throws {UsageError} If a command or flag is unknown, has other dashes than hyphens, or lacks its value.
 *
 * @example
 * ```ts
 * parseCommandLine(["run", "--json", "Where is A-1024?"]).operands; // ["Where is A-1024?"]
 * ```
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  refuseOtherDashes(args);
  const unknown: string[] = [];
  const parsed = parseArgs(withoutOddFlags(args, unknown), {
    boolean: ["help", "version", ...SWITCHES],
    string: ["_", ...VALUES, ...NAME_LISTS, ...VALUE_LISTS],
    collect: [...NAME_LISTS, ...VALUE_LISTS],
    alias: { help: "h", version: "V" },
    unknown: (arg, key) => {
      if (key === undefined) return true;
      unknown.push(arg);
      return false;
    },
  });
  const [first, ...rest] = parsed._.map(String);
  if (parsed.version) return line("version", undefined, parsed);
  const command = COMMANDS.find((name) => name === (first ?? "chat"));
  if (parsed.help || first === "help") {
    const topic = first === "help" ? rest[0] : first;
    return line("help", COMMANDS.find((name) => name === topic), parsed);
  }
  if (!command) {
    const given = JSON.stringify(first);
    throw new UsageError({
      en: `Cannot run ${given}: no such command. See handrail --help`,
      zh: `无法运行 ${given}：没有这个命令。见 handrail --help`,
    });
  }
  if (unknown[0] !== undefined) throw noSuchFlag(unknown[0], command);
  const flags = readFlags(parsed);
  for (const [name, value] of Object.entries(flags)) {
    const given = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (given && ![...COMMAND_FLAGS[command], ...COMMON_FLAGS].some((known) => known === name)) {
      throw new UsageError({
        en: `Cannot use --${name} with ${command}: it has no such flag. See handrail ${command} --help`,
        zh: `${command} 不能用 --${name}：它没有这个选项。见 handrail ${command} --help`,
      });
    }
  }
  return { command, topic: command, operands: first === undefined ? [] : rest, flags };
}

/** What holds a blank was meant as text. */
function noSuchFlag(given: string, command: CommandName): UsageError {
  return new UsageError(
    /\s/.test(given)
      ? {
        en: `Cannot read ${given}: no such flag. Put -- before text that begins so`,
        zh: `无法识别 ${given}：没有这个选项。如果这是正文，请在前面加 --`,
      }
      : {
        en: `Cannot read ${given}: no such flag. See handrail ${command} --help`,
        zh: `无法识别 ${given}：没有这个选项。见 handrail ${command} --help`,
      },
  );
}

const FLAG_NAMES: readonly string[] = [
  "help",
  "version",
  ...SWITCHES,
  ...VALUES,
  ...NAME_LISTS,
  ...VALUE_LISTS,
];
/** Hyphens and what editors and input methods put in their place: `—json`, `－－json`. */
const DASHED = /^(?!--?[a-z])[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]{1,2}([a-z-]+)(?:=|$)/u;

/** What was meant for a flag must not go to a model as text. */
function refuseOtherDashes(args: readonly string[]): void {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  for (const arg of args.slice(0, end)) {
    const name = DASHED.exec(arg)?.[1];
    if (name === undefined || !FLAG_NAMES.includes(name)) continue;
    throw new UsageError({
      en:
        `Cannot read ${arg}: a flag begins with two hyphens. Write --${name}, or -- before text that begins so`,
      zh: `无法识别 ${arg}：选项以两个半角连字符开头。请写 --${name}；如果这是正文，请在前面加 --`,
    });
  }
}

/** The parser stumbles over flags without a name, and takes what every plain object has for flags of ours. */
function withoutOddFlags(args: readonly string[], unknown: string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.filter((arg, at) => {
    const name = /^--(?:no-)?([^=]*)/.exec(arg)?.[1];
    if (at >= end || name === undefined || (name !== "" && !(name in Object.prototype))) return true;
    unknown.push(arg);
    return false;
  });
}

/** Of the flags only the language counts. */
function line(
  command: "help" | "version",
  topic: CommandName | undefined,
  { lang }: Readonly<Record<string, unknown>>,
): CommandLine {
  return { command, topic, operands: [], flags: readFlags({ lang }) };
}

/** What the parser found, checked and with nothing left out; it gives text for values and arrays for lists. */
function readFlags(parsed: Readonly<Record<string, unknown>>): Flags {
  const listed = (name: string) => (parsed[name] ?? []) as readonly string[];
  return Object.fromEntries<Flags[keyof Flags]>([
    ...SWITCHES.map((name) => [name, parsed[name] === true] as const),
    ...VALUES.map((name) => [name, valueOf(name, parsed[name] as string | undefined)] as const),
    ...NAME_LISTS.map((name) => [name, listed(name).flatMap((list) => namesOf(name, list))] as const),
    ...VALUE_LISTS.map((name) => [name, listed(name).map((value) => valueOf(name, value) ?? "")] as const),
  ]) as unknown as Flags;
}

function valueOf(name: string, value: string | undefined): string | undefined {
  if (value !== "") return value;
  throw new UsageError({
    en: `Cannot read --${name}: it needs a value. Write --${name} VALUE`,
    zh: `无法识别 --${name}：缺少值。请写成 --${name} 值`,
  });
}

function namesOf(flag: string, list: string): string[] {
  const names = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
  valueOf(flag, names.join(","));
  return names;
}
