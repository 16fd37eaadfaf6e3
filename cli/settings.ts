/**
 * What the environment sets.
 *
 * @module
 */
import { join } from "node:path";
import type { Language } from "../tools/types.ts";
import { UsageError } from "./usage_error.ts";

/** The variables that Handrail reads; `main.ts` reads these and no others. */
export const VARIABLES = [
  "HOME",
  "XDG_STATE_HOME",
  "XDG_DATA_HOME",
  "LANG",
  "LC_ALL",
  "NO_COLOR",
  "TERM",
  "HANDRAIL_MODEL",
  "HANDRAIL_STATE",
  "HANDRAIL_KB",
  "HANDRAIL_SECRET",
  "AGENT_CONFIRM_TOOLS",
  "IDEMPOTENCY_STORE",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
] as const;

/** The environment as read: a variable that is not set is absent. */
export type Environment = { readonly [name in typeof VARIABLES[number]]?: string };

/** The settings, with their defaults filled in. */
export interface Settings {
  readonly model: string;
  readonly language: Language;
  readonly color: boolean;
  /** Sessions and the ledger. */
  readonly stateFolder: string;
  /** The index file of the knowledge base. */
  readonly knowledgePath: string;
  readonly confirmTools: string | undefined;
  readonly secret: string | undefined;
  readonly openaiApiKey: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  /** Milliseconds. */
  readonly toolTimeoutMs: number;
  /** Milliseconds. */
  readonly approvalDeadlineMs: number;
  readonly maxSteps: number;
  readonly maxOutputBytes: number;
  readonly maxRetries: number;
}

/**
 * Reads the environment.
 *
 * @param environment The variables.
 * @param currentFolder Where relative and fall-back paths start.
 * @throws {UsageError} If a variable has a value that means nothing.
 *
 * @example
 * ```ts
 * readSettings({ HOME: "/home/me" }, "/tmp").stateFolder; // "/home/me/.local/state/handrail"
 * ```
 */
export function readSettings(environment: Environment, currentFolder: string): Settings {
  const set = (name: keyof Environment) => environment[name]?.trim() || undefined;
  const store = set("IDEMPOTENCY_STORE") ?? "memory";
  if (store !== "memory") {
    throw new UsageError(`Cannot read IDEMPOTENCY_STORE: ${JSON.stringify(store)} is unknown. Use memory`);
  }
  // Without a home (a bare container) everything lives beside the work, where its owner will find it.
  const home = set("HOME") ?? currentFolder;
  const folder = (xdg: string | undefined, fallback: string) => join(xdg ?? join(home, fallback), "handrail");
  return {
    model: set("HANDRAIL_MODEL") ?? "offline",
    language: /^zh/i.test(set("LC_ALL") ?? set("LANG") ?? "") ? "zh" : "en",
    color: !environment.NO_COLOR && environment.TERM !== "dumb",
    stateFolder: set("HANDRAIL_STATE") ?? folder(set("XDG_STATE_HOME"), ".local/state"),
    knowledgePath: set("HANDRAIL_KB") ?? join(folder(set("XDG_DATA_HOME"), ".local/share"), "kb.sqlite"),
    confirmTools: environment.AGENT_CONFIRM_TOOLS,
    secret: set("HANDRAIL_SECRET"),
    openaiApiKey: set("OPENAI_API_KEY"),
    openaiBaseUrl: set("OPENAI_BASE_URL"),
    toolTimeoutMs: 30_000,
    approvalDeadlineMs: 300_000,
    maxSteps: 8,
    maxOutputBytes: 16_384,
    maxRetries: 2,
  };
}
