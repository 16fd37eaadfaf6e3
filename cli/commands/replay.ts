/**
 * `handrail replay`: recordings against today's tools, or against a model.
 *
 * @module
 */
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import type { Flags } from "../flags.ts";
import type { Program } from "../program.ts";
import { describeOutcome } from "../replay/describe_outcome.ts";
import { findRecordings } from "../replay/find_recordings.ts";
import { junitReport } from "../replay/junit_report.ts";
import { replayDesk } from "../replay/replay_desk.ts";
import { FileReplayer } from "../replay/replay_file.ts";
import { countDistinct, type ReplayOutcome, type ReplayStatus } from "../replay/replay_outcome.ts";
import { replayWording } from "../replay/replay_wording.ts";
import { writeAtomically } from "../replay/write_atomically.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Replays recordings, and tells of each how it ended.
 *
 * @param program The program.
 * @param line The command line.
 * @returns 0 when nothing differs, or what differs was accepted; 1 when something does; 2 when a file is no recording.
 * @throws {UsageError} If a path, the desk or the model is not as it should be.
 *
 * @example
 * ```ts
 * Deno.exit(await replayCommand(program, parseCommandLine(["replay", "samples/recordings"])));
 * ```
 */
export async function replayCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  if (operands.length === 0) {
    throw new UsageError({
      en: "Cannot replay: no recording is named. Write handrail replay FILE or FOLDER",
      zh: "无法重放：没有指明录制文件。请写 handrail replay 文件或文件夹",
    });
  }
  if (flags.json && flags.junit === "-") {
    throw new UsageError({
      en: "Cannot write --json and --junit - at once: both go to standard output. Name a file",
      zh: "--json 和 --junit - 不能同时用：两者都写到标准输出。请给 --junit 一个文件名",
    });
  }
  await checkModel(program, flags.model);
  const files = await findRecordings(operands);
  const desk = await replayDesk(program, flags);
  if (desk === "refused") {
    await program.errors.write(`${replayWording(program.settings.language).nothingRun}\n`);
    return EXIT.failed;
  }
  const replayer = new FileReplayer(program, {
    model: flags.model,
    update: flags.update,
    desk,
    elapsed: () => performance.now(),
  });
  const outcomes: ReplayOutcome[] = [];
  const shown = new Set<string>();
  for (const file of files) {
    const outcome = await replayer.replay(file);
    outcomes.push(outcome);
    await tell(program, flags, outcome, shown);
  }
  await sumUp(program, flags, outcomes);
  return exitCodeOf(outcomes);
}

/** A wrong name is told before anything runs; a missing key as well. */
async function checkModel(program: Program, model: string | undefined): Promise<void> {
  if (model === undefined) return;
  try {
    await program.openModel(model);
  } catch (error) {
    if (error instanceof RangeError) throw UsageError.of(error);
    throw error;
  }
}

async function tell(
  { output, settings }: Program,
  { json, junit }: Flags,
  outcome: ReplayOutcome,
  shown: Set<string>,
): Promise<void> {
  if (json) {
    const { durationMs, problem, ...rest } = outcome;
    const line = {
      type: "recording",
      ...rest,
      ...(problem && { problem: problem.en }),
      duration_ms: Math.round(durationMs),
    };
    await output.write(`${JSON.stringify(line)}\n`);
  } else if (junit !== "-") {
    await output.write(describeOutcome(outcome, replayWording(settings.language), shown));
  }
}

async function sumUp(
  { output, settings }: Program,
  { json, junit }: Flags,
  outcomes: readonly ReplayOutcome[],
): Promise<void> {
  const wording = replayWording(settings.language);
  const count = (status: ReplayStatus) => outcomes.filter((outcome) => outcome.status === status).length;
  const total = (field: "calls" | "skipped") => outcomes.reduce((sum, outcome) => sum + outcome[field], 0);
  const differences = countDistinct(outcomes);
  if (json) {
    const summary = {
      type: "summary",
      recordings: outcomes.length,
      calls: total("calls"),
      skipped: total("skipped"),
      same: count("same"),
      different: count("different"),
      updated: count("updated"),
      failed: count("failed"),
      unreadable: count("unreadable"),
      differences,
    };
    await output.write(`${JSON.stringify(summary)}\n`);
  } else if (junit !== "-") {
    await output.write(`${wording.summary(outcomes, count, differences)}\n`);
  }
  if (junit === undefined) return;
  const report = junitReport(outcomes, wording);
  if (junit === "-") await output.write(report);
  // A build server reads it under another name.
  else await writeAtomically(junit, report, { mode: 0o644 });
}

function exitCodeOf(outcomes: readonly ReplayOutcome[]): number {
  const has = (...statuses: ReplayStatus[]) => outcomes.some(({ status }) => statuses.includes(status));
  if (has("unreadable")) return EXIT.usage;
  return has("different", "failed") ? EXIT.failed : EXIT.completed;
}
