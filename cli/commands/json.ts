/**
 * `handrail json`: JSON lines in and out.
 *
 * @module
 */
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { EventWriter } from "../json/event_writer.ts";
import { JsonSession, type SessionEnd } from "../json/json_session.ts";
import { readLines } from "../json/read_lines.ts";
import { describeSession } from "../json/describe_session.ts";
import { MAX_LINE_BYTES } from "../json/protocol.ts";
import { bundledNotice, openSession } from "../open_session.ts";
import { OutputClosedError } from "../output_stream.ts";
import type { Program } from "../program.ts";
import { resumeCommandLine } from "../resume_command_line.ts";
import { listenForSignals } from "../signals.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Runs a JSON session on standard input and output.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code, which is also that of the last event.
 * @throws {UsageError} Before anything is written, if a flag or a setting means nothing.
 *
 * @example
 * ```ts
 * Deno.exit(await jsonCommand(program, parseCommandLine(["json"])));
 * ```
 */
export async function jsonCommand(program: Program, line: CommandLine): Promise<number> {
  const id = line.flags.session ?? program.newId("ses");
  const writer = new EventWriter({ output: program.output, sessionId: id, now: program.now });
  try {
    return await runSession(program, line, id, writer);
  } catch (error) {
    if (error instanceof OutputClosedError) return EXIT.outputClosed;
    throw error;
  }
}

async function runSession(
  program: Program,
  line: CommandLine,
  id: string,
  writer: EventWriter,
): Promise<number> {
  if (line.operands.length > 0) {
    const given = JSON.stringify(line.operands[0]);
    throw new UsageError({
      en: `Cannot use ${given}: json reads its prompts from stdin`,
      zh: `不能用 ${given}：json 从标准输入读取请求`,
    });
  }
  const agent = await program.assembleAgent(line.flags);
  const opened = await openSession(program, agent, { id, interactive: true });
  const { session, resumed, warnings, usesSamples } = opened;
  if (usesSamples) warnings.push(bundledNotice(program.settings.language));
  const opening = describeSession(program, agent, { resumed, warnings });
  const openModel = (spec: string) => program.openModel(spec);
  const json = new JsonSession({ agent, session, writer, opening, openModel });
  const finished = Promise.withResolvers<void>();
  const signals = listenForSignals({
    interrupt: () => json.interrupt(),
    terminate: async (exitCode) => {
      await json.terminate(exitCode);
      await finished.promise;
    },
    exit: (code) => Deno.exit(code),
  });
  try {
    await writer.write(opening);
    // What the first turn needs is slow to load: not before the line that a client waits for, and not after its prompt.
    void import("../../agent/run_tool_loop.ts").catch(() => {});
    const end = await json.run(readLines(program.input.chunks(), MAX_LINE_BYTES));
    signals.settle(end.exitCode);
    return await tellEnd(writer, end, resumeCommandLine("json", line.flags, id));
  } catch (error) {
    session.cancel();
    await session.settled();
    throw error;
  } finally {
    signals.stop();
    finished.resolve();
  }
}

async function tellEnd(
  writer: EventWriter,
  { exitCode, reason }: SessionEnd,
  resume: string,
): Promise<number> {
  await writer.write({ type: "session.ended", exit_code: exitCode, reason, resume });
  return exitCode;
}
