/**
 * `handrail tools stats`.
 *
 * @module
 */
import { wordsOf } from "../../kb/bilingual_error.ts";
import { offersTool } from "../../tools/profiles.ts";
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import { inspectAgent } from "../inspect_agent.ts";
import { callLogPath } from "../log/call_log_file.ts";
import { callLogFiles, readCallLog } from "../log/read_call_log.ts";
import type { Program } from "../program.ts";
import { adviceText } from "./advice_wording.ts";
import { knownTools } from "./known_tools.ts";
import { parseSince } from "./parse_since.ts";
import { renderFindings } from "./render_findings.ts";
import { ToolStatistics } from "./tool_statistics.ts";
import { tellFault } from "../tell_fault.ts";

/**
 * Adds the call log up and writes what it says.
 *
 * @param program The program.
 * @param flags `since`, `session`, `profile`, `json`.
 * @returns The exit code: 1 when the log cannot be read.
 * @throws {UsageError} If a flag has a value that means nothing.
 *
 * @example
 * ```ts
 * await showStatistics(program, parseCommandLine(["tools", "stats", "--since", "7d"]).flags);
 * ```
 */
export async function showStatistics(program: Program, flags: Flags): Promise<number> {
  const { settings, output, now } = program;
  const since = flags.since === undefined
    ? undefined
    : new Date(parseSince(flags.since, now())).toISOString();
  const agent = await inspectAgent(program, flags.profile);
  const statistics = new ToolStatistics({
    known: await knownTools(agent.registry.getAll()),
    offers: offersTool,
    ...(since !== undefined && { since }),
    ...(flags.session !== undefined && { session: flags.session }),
  });
  const path = callLogPath(settings);
  let tally;
  try {
    tally = readCallLog(callLogFiles(path), (record) => statistics.add(record));
  } catch (error) {
    const { en, zh } = wordsOf(error);
    await tellFault(program, {
      en: `Cannot read the call log: ${en}. Check ${path}`,
      zh: `无法读取调用日志：${zh}。请检查 ${path}`,
    });
    return EXIT.failed;
  }
  const findings = statistics.findings();
  if (!flags.json) {
    const columns = output.isTerminal() ? output.columns() : Infinity;
    await output.write(renderFindings(findings, tally, settings.language, columns));
    return EXIT.completed;
  }
  const advice = findings.advice.map((one) => ({ ...one, text: adviceText(one, settings.language) }));
  await output.write(
    `${JSON.stringify({ since: since ?? null, log: tally, ...findings, advice }, null, 2)}\n`,
  );
  return EXIT.completed;
}
