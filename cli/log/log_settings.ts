/**
 * What is logged, and where to.
 *
 * @module
 */
import { unreadable } from "../settings/unreadable.ts";

/** How much the program tells beside its work, the least first. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

/** One of {@linkcode LOG_LEVELS}. */
export type LogLevel = typeof LOG_LEVELS[number];

/** The settings of both logs. */
export interface LogSettings {
  /** Is every call recorded? */
  readonly calls: boolean;
  /** A file of the call log that is so long is followed by a new one, in bytes. */
  readonly maxBytes: number;
  /** How many files of the call log are kept, the newest included. */
  readonly files: number;
  /** How long lines of the call log are kept, in milliseconds. */
  readonly maxAgeMs: number;
  /** What else is told, on standard error. */
  readonly level: LogLevel;
}

/** What `handrail.json` may say of it. */
export interface LogConfig {
  readonly calls?: boolean | undefined;
  readonly maxBytes?: number | undefined;
  readonly files?: number | undefined;
  readonly maxAgeDays?: number | undefined;
  readonly level?: LogLevel | undefined;
}

const DAY_MS = 86_400_000;

/**
 * Puts the settings together; the environment wins over the file.
 *
 * @param environment The values of `HANDRAIL_CALL_LOG` and `HANDRAIL_LOG_LEVEL`.
 * @param config What `handrail.json` says.
 * @throws {UsageError} If a variable has a value that means nothing.
 *
 * @example
 * ```ts
 * readLogSettings({ calls: "off" }, { files: 3 }).calls; // false
 * ```
 */
export function readLogSettings(
  environment: { readonly calls: string | undefined; readonly level: string | undefined },
  config: LogConfig = {},
): LogSettings {
  const { calls = true, maxBytes = 10_000_000, files = 5, maxAgeDays = 30, level = "warn" } = config;
  return {
    calls: readOnOff(environment.calls) ?? calls,
    maxBytes,
    files,
    maxAgeMs: maxAgeDays * DAY_MS,
    level: environment.level === undefined ? level : readLogLevel("HANDRAIL_LOG_LEVEL", environment.level),
  };
}

/**
 * Reads a level.
 *
 * @param name The variable or flag it was given in, for the message.
 * @param value What was given.
 * @throws {UsageError} If there is no such level.
 *
 * @example
 * ```ts
 * readLogLevel("--log-level", "debug"); // "debug"
 * ```
 */
export function readLogLevel(name: string, value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  if (level) return level;
  throw unreadable(name, {
    en: `${JSON.stringify(value)} is no level. Use ${LOG_LEVELS.join(", ")}`,
    zh: `没有 ${JSON.stringify(value)} 这个级别。可用：${LOG_LEVELS.join("、")}`,
  });
}

function readOnOff(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === "on" || value === "1") return true;
  if (value === "off" || value === "0") return false;
  throw unreadable("HANDRAIL_CALL_LOG", {
    en: `${JSON.stringify(value)} is neither on nor off. Write on or off`,
    zh: `${JSON.stringify(value)} 既不是 on 也不是 off。请写 on 或 off`,
  });
}
