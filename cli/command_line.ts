/**
 * Reads the command line.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
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
  "approvals",
  "idempotency",
  "breaker",
  "mask",
  "selftest",
  "schema",
] as const;

/** A command's name. */
export type CommandName = typeof COMMANDS[number];

/** Flags that commands share. */
export interface Flags {
  readonly session: string | undefined;
  readonly profile: string | undefined;
  readonly model: string | undefined;
  readonly trace: boolean;
  readonly json: boolean;
  readonly output: string | undefined;
  readonly approve: readonly string[];
  readonly limit: string | undefined;
  readonly prune: boolean;
  readonly strategy: string | undefined;
  readonly kinds: readonly string[];
  readonly summary: boolean;
  readonly glob: readonly string[];
  readonly "dry-run": boolean;
  readonly typescript: boolean;
  readonly "opt-out": readonly string[];
  readonly "max-size": string | undefined;
  readonly under: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly format: string | undefined;
  readonly yes: boolean;
  readonly last: boolean;
}

/** What was asked for. */
export interface CommandLine {
  readonly command: CommandName | "help" | "version";
  /** The command that help is about. */
  readonly topic: CommandName | undefined;
  /** What stands behind the command, in order. */
  readonly operands: readonly string[];
  readonly flags: Flags;
}

const FLAGS: Record<CommandName, readonly string[]> = {
  chat: ["session", "profile", "model", "trace"],
  run: ["session", "profile", "model", "json", "output", "approve", "opt-out"],
  json: ["session", "profile", "model"],
  service: ["session", "model", "trace", "json"],
  kb: ["json", "limit", "prune", "glob", "dry-run", "max-size", "under", "since", "until"],
  tools: ["profile", "json"],
  sessions: ["json", "yes", "format"],
  resume: ["last", "profile", "model", "trace"],
  approvals: ["session", "json"],
  idempotency: ["json"],
  breaker: ["json"],
  mask: ["strategy", "kinds", "summary"],
  selftest: ["json"],
  schema: ["typescript"],
};

/**
 * Reads the arguments. Without a command it is `chat`.
 *
 * @param args The arguments behind the program's name.
 * @throws {UsageError} If a command or flag is unknown, or a flag lacks its value.
 *
 * @example
 * ```ts
 * parseCommandLine(["run", "--json", "Where is A-1024?"]).operands; // ["Where is A-1024?"]
 * ```
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const unknown: string[] = [];
  const parsed = parseArgs(withoutOddFlags(args, unknown), {
    boolean: ["help", "version", "trace", "json", "prune", "summary", "dry-run", "typescript", "yes", "last"],
    string: [
      "_",
      "session",
      "profile",
      "model",
      "output",
      "approve",
      "opt-out",
      "limit",
      "strategy",
      "kinds",
      "glob",
      "max-size",
      "under",
      "since",
      "until",
      "format",
    ],
    collect: ["approve", "kinds", "glob", "opt-out"],
    alias: { help: "h", version: "V" },
    unknown: (arg, key) => {
      if (key === undefined) return true;
      unknown.push(arg);
      return false;
    },
  });
  const [first, ...rest] = parsed._.map(String);
  if (parsed.version) return line("version", undefined, []);
  const command = COMMANDS.find((name) => name === (first ?? "chat"));
  if (parsed.help || first === "help") {
    const topic = first === "help" ? rest[0] : first;
    return line("help", COMMANDS.find((name) => name === topic), []);
  }
  if (!command) {
    throw new UsageError(`Cannot run ${JSON.stringify(first)}: no such command. See handrail --help`);
  }
  if (unknown.length > 0) {
    throw new UsageError(`Cannot read ${unknown[0]}: no such flag. See handrail ${command} --help`);
  }
  const flags: Flags = {
    session: valueOf("session", parsed.session),
    profile: valueOf("profile", parsed.profile),
    model: valueOf("model", parsed.model),
    output: valueOf("output", parsed.output),
    limit: valueOf("limit", parsed.limit),
    approve: parsed.approve.flatMap((list) => namesOf("approve", list)),
    "opt-out": parsed["opt-out"].flatMap((list) => namesOf("opt-out", list)),
    typescript: parsed.typescript,
    trace: parsed.trace,
    json: parsed.json,
    prune: parsed.prune,
    strategy: valueOf("strategy", parsed.strategy),
    kinds: parsed.kinds.flatMap((list) => namesOf("kinds", list)),
    summary: parsed.summary,
    glob: parsed.glob.map((pattern) => valueOf("glob", pattern) ?? ""),
    "dry-run": parsed["dry-run"],
    "max-size": valueOf("max-size", parsed["max-size"]),
    under: valueOf("under", parsed.under),
    since: valueOf("since", parsed.since),
    until: valueOf("until", parsed.until),
    format: valueOf("format", parsed.format),
    yes: parsed.yes,
    last: parsed.last,
  };
  for (const [name, value] of Object.entries(flags)) {
    const given = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (given && !FLAGS[command].includes(name)) {
      throw new UsageError(
        `Cannot use --${name} with ${command}: it has no such flag. See handrail ${command} --help`,
      );
    }
  }
  return { command, topic: command, operands: first === undefined ? [] : rest, flags };
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

function line(command: "help" | "version", topic: CommandName | undefined, operands: string[]): CommandLine {
  const flags: Flags = {
    session: undefined,
    profile: undefined,
    model: undefined,
    output: undefined,
    limit: undefined,
    approve: [],
    trace: false,
    json: false,
    prune: false,
    strategy: undefined,
    kinds: [],
    typescript: false,
    "opt-out": [],
    summary: false,
    glob: [],
    "dry-run": false,
    "max-size": undefined,
    under: undefined,
    since: undefined,
    until: undefined,
    format: undefined,
    yes: false,
    last: false,
  };
  return { command, topic, operands, flags };
}

function valueOf(name: string, value: string | undefined): string | undefined {
  if (value === "") throw new UsageError(`Cannot read --${name}: it needs a value. Write --${name} VALUE`);
  return value;
}

function namesOf(flag: string, list: string): string[] {
  const names = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
  valueOf(flag, names.join(","));
  return names;
}
