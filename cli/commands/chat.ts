/**
 * `handrail chat`: the conversation at the terminal.
 *
 * @module
 */
import { join } from "node:path";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { bundledNotice, openSession } from "../open_session.ts";
import { OutputClosedError } from "../output_stream.ts";
import type { Program } from "../program.ts";
import { isFirstTime } from "../repl/first_time.ts";
import { type LineReader, plainLines } from "../repl/line_reader.ts";
import { Repl } from "../repl/repl.ts";
import { createSideCommands } from "../repl/side_commands.ts";
import { SLASH_COMMANDS } from "../repl/slash_command.ts";
import { sessionFile } from "../sessions/open_stored.ts";
import { listenForSignals } from "../signals.ts";
import { terminalLook } from "../terminal_look.ts";
import { toolLines } from "../tool_lines.ts";
import { UsageError } from "../usage_error.ts";
import { wordingOf } from "../wording.ts";
import { wrappingOutput } from "../text/wrapping_output.ts";

/** The model that is built in. */
const OFFLINE = "offline";

/**
 * Talks to the person at the terminal, or to whoever is at the other end of a pipe.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 0 however the turns went.
 *
 * @example
 * ```ts
 * Deno.exit(await chatCommand(program, parseCommandLine([])));
 * ```
 */
export async function chatCommand(program: Program, line: CommandLine): Promise<number> {
  if (line.operands.length > 0) {
    const given = JSON.stringify(line.operands[0]);
    throw new UsageError({
      en: `Cannot chat about ${given}: chat takes no text. Use handrail run "TEXT" for one turn`,
      zh: `无法直接聊 ${given}：chat 后面不带文字。只问一轮请用 handrail run "内容"`,
    });
  }
  const { input, output, errors, settings, version } = program;
  const wording = wordingOf(settings.language);
  const notes = wrappingOutput(output);
  const agent = await program.assembleAgent(line.flags);
  const open = (id: string | undefined) => openSession(program, agent, { id, interactive: true });
  const warn = async (warnings: readonly string[]) => {
    for (const warning of warnings) {
      // It may name a folder, or a tool out of a session's file.
      await wrappingOutput(errors).write(`${wording.labelled(wording.warning, cleanText(warning))}\n`);
    }
  };
  const { session, warnings, usesSamples } = await open(line.flags.session);
  if (usesSamples) warnings.push(bundledNotice(settings.language));
  if (output.isTerminal() && settings.ui.greeting) {
    await notes.write(`${wording.banner(version, agent.model.id)}\n`);
    if (input.isTerminal() && await isFirstTime(settings.stateFolder)) {
      const model = agent.model.id === OFFLINE ? wording.offlineModel : agent.model.id;
      await notes.write(`${wording.firstSteps(model)}\n`);
    }
  }
  await warn(warnings);
  const lines = await openLines(program);
  const look = await terminalLook(settings, { answer: output, progress: output }, wording);
  const repl = new Repl({
    agent,
    session,
    openSession: async (id) => {
      if (id !== undefined) await mustBeThere(program, id);
      const opened = await open(id);
      await warn(opened.warnings);
      return opened.session;
    },
    side: createSideCommands({ ...program, output: notes, errors: wrappingOutput(errors) }),
    input,
    lines,
    output,
    wording,
    language: settings.language,
    color: settings.color,
    look,
    trace: line.flags.trace,
    toolLines: toolLines(agent, wording),
  });
  const signals = listenForSignals({
    interrupt: () => repl.interrupt(),
    terminate: async () => {
      repl.session.cancel();
      lines.close();
      await look.waiting?.stop();
      await repl.session.settled();
    },
    exit: (code) => {
      lines.close();
      Deno.exit(code);
    },
  });
  try {
    if (await repl.run() === "interrupted") return EXIT.sigint;
  } catch (error) {
    repl.session.cancel();
    await repl.session.settled();
    if (error instanceof OutputClosedError) return EXIT.outputClosed;
    throw error;
  } finally {
    signals.stop();
    lines.close();
  }
  if (output.isTerminal() && repl.session.messageCount > 0) {
    const { profile } = line.flags;
    // Without its profile, a session that had one role's tools would go on with all.
    const named = profile === undefined ? repl.session.id : `${repl.session.id} --profile ${profile}`;
    await notes.write(`${wording.resume(named)}\n`);
  }
  return EXIT.completed;
}

async function openLines({ input, output, settings }: Program): Promise<LineReader> {
  if (!input.isTerminal() || !output.isTerminal()) return plainLines(input);
  const [{ LineEditor }, { LineHistory }] = await Promise.all([
    import("../repl/line_editor.ts"),
    import("../repl/line_history.ts"),
  ]);
  const history = await LineHistory.open(join(settings.stateFolder, "history"));
  const { pasteMarks } = settings.ui;
  return new LineEditor({ input, output, history, completions: SLASH_COMMANDS, pasteMarks });
}

async function mustBeThere(program: Program, id: string): Promise<void> {
  if (await sessionFile(program, id).read() !== undefined) return;
  throw new UsageError({
    en: `Cannot resume: session ${id} is not there. See /sessions`,
    zh: `无法继续：没有会话 ${id}。见 /sessions`,
  });
}
