/**
 * The flags that there are, and which command has which.
 *
 * @module
 */
import type { CommandName } from "./command_line.ts";

/** Flags that are there or not. */
export const SWITCHES = [
  "trace",
  "json",
  "prune",
  "summary",
  "dry-run",
  "typescript",
  "yes",
  "last",
  "plain",
  "quiet",
  "html",
  "update",
  "strict",
] as const;

/** Flags with a value; the last one counts. */
export const VALUES = [
  "session",
  "profile",
  "model",
  "output",
  "limit",
  "strategy",
  "max-size",
  "under",
  "since",
  "until",
  "format",
  "temperature",
  "max-tokens",
  "reasoning",
  "lang",
  "encoding",
  "log-level",
  "turn",
  "width",
  "desk",
  "junit",
] as const;

/** Flags with names, gathered from commas and repetitions. */
export const NAME_LISTS = ["approve", "kinds", "opt-out"] as const;

/** Flags whose values are gathered as they are. */
export const VALUE_LISTS = ["glob"] as const;

/** What was given: `false`, `undefined` or an empty list where nothing was. */
export type Flags =
  & { readonly [name in typeof SWITCHES[number]]: boolean }
  & { readonly [name in typeof VALUES[number]]: string | undefined }
  & { readonly [name in typeof NAME_LISTS[number] | typeof VALUE_LISTS[number]]: readonly string[] };

/** The name of a flag. */
export type FlagName = keyof Flags;

/** Which model, and how it is asked. */
const MODEL_FLAGS = ["model", "temperature", "max-tokens", "reasoning"] as const;

/** How text comes in and goes out, and what is told beside it. */
const SCREEN_FLAGS = ["plain", "quiet", "encoding", "log-level"] as const;

/** Flags that every command takes. */
export const COMMON_FLAGS: readonly FlagName[] = ["lang"];

/** Which flags a command takes beside {@linkcode COMMON_FLAGS}. */
export const COMMAND_FLAGS: Readonly<Record<CommandName, readonly FlagName[]>> = {
  chat: ["session", "profile", ...MODEL_FLAGS, "trace", ...SCREEN_FLAGS],
  run: ["session", "profile", ...MODEL_FLAGS, "json", "output", "approve", "opt-out", ...SCREEN_FLAGS],
  json: ["session", "profile", ...MODEL_FLAGS, "log-level"],
  service: ["session", ...MODEL_FLAGS, "trace", "json", ...SCREEN_FLAGS],
  kb: ["json", "limit", "prune", "glob", "dry-run", "max-size", "under", "since", "until"],
  tools: ["profile", "json", "since", "session", "strict"],
  sessions: ["json", "yes", "format", "html", "turn", "width", "output"],
  resume: ["last", "profile", ...MODEL_FLAGS, "trace", ...SCREEN_FLAGS],
  models: ["json"],
  approvals: ["session", "json"],
  idempotency: ["json"],
  breaker: ["json"],
  replay: ["model", "desk", "yes", "update", "json", "junit"],
  mask: ["strategy", "kinds", "summary", "encoding"],
  selftest: ["json"],
  doctor: ["json"],
  completions: [],
  schema: ["typescript"],
};
