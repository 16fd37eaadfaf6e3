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

/** Which flags a command takes. */
export const COMMAND_FLAGS: Readonly<Record<CommandName, readonly FlagName[]>> = {
  chat: ["session", "profile", "model", "trace"],
  run: ["session", "profile", "model", "json", "output", "approve", "opt-out"],
  json: ["session", "profile", "model"],
  service: ["session", "model", "trace", "json"],
  kb: ["json", "limit", "prune", "glob", "dry-run", "max-size", "under", "since", "until"],
  tools: ["profile", "json", "strict"],
  sessions: ["json", "yes", "format", "output"],
  resume: ["last", "profile", "model", "trace"],
  models: ["json"],
  approvals: ["session", "json"],
  idempotency: ["json"],
  breaker: ["json"],
  replay: ["model", "desk", "yes", "update", "json", "junit"],
  mask: ["strategy", "kinds", "summary"],
  selftest: ["json"],
  schema: ["typescript"],
};
