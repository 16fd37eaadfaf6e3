/**
 * Opens the call log that the settings ask for.
 *
 * @module
 */
import type { CallLog } from "../../agent/calls/call_record.ts";
import type { Bilingual } from "../../kb/bilingual_error.ts";
import type { Settings } from "../settings/settings.ts";
import { CallLogFile, callLogPath } from "./call_log_file.ts";
import type { Diagnostics } from "./diagnostics.ts";

/**
 * The log of the program's state folder; with level `debug` each call is told of as well. Nothing is opened before the
 * first call.
 *
 * @param settings The settings.
 * @param tell Is told of calls, and of a disk that fails.
 * @param now Milliseconds since 1970.
 * @returns What takes records; `undefined` when calls are neither to be recorded nor to be told of.
 *
 * @example
 * ```ts
 * assembleAgent({ ...parts, callLog: openCallLog(settings, tell, Date.now) });
 * ```
 */
export function openCallLog(settings: Settings, tell: Diagnostics, now: () => number): CallLog | undefined {
  const { calls, maxBytes, files, maxAgeMs, level } = settings.log;
  if (!calls && level !== "debug") return undefined;
  const onProblem = (message: Bilingual) => tell("warn", () => message[settings.language]);
  const file = calls
    ? new CallLogFile({ path: callLogPath(settings), maxBytes, files, maxAgeMs, now, onProblem })
    : undefined;
  return (record) => {
    file?.write(record);
    tell("debug", () => {
      const { tool_name, status, error_type, latency_ms, step, call_id } = record;
      const how = error_type === undefined ? status : `${status} (${error_type})`;
      return `${tool_name} ${how} ${Math.round(latency_ms)} ms, step ${step}, ${call_id}`;
    });
  };
}
