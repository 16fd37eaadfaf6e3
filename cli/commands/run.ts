/**
 * `handrail run`: one turn.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "../../agent/agent_event.ts";
import type { Agent } from "../../agent/assemble_agent.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT, exitCodeOf } from "../exit_code.ts";
import { describeSession } from "../json/describe_session.ts";
import { EventWriter } from "../json/event_writer.ts";
import { turnDocument } from "../json/turn_document.ts";
import { OPTIONAL_EVENTS, TurnWriter } from "../json/turn_writer.ts";
import { bundledNotice, openSession } from "../open_session.ts";
import { OutputClosedError } from "../output_stream.ts";
import type { Program } from "../program.ts";
import { resumeCommandLine } from "../resume_command_line.ts";
import { listenForSignals } from "../signals.ts";
import { terminalLook } from "../terminal_look.ts";
import { TextRenderer } from "../text_renderer.ts";
import { UsageError } from "../usage_error.ts";
import { wordingOf } from "../wording.ts";
import { wrappingOutput } from "../text/wrapping_output.ts";

const KNOWLEDGE_TOOL = "kb_query";

/** How the turn is shown. */
interface TurnView {
  render(event: AgentEvent): Promise<void>;
  ended(exitCode: number): Promise<void>;
}

/**
 * Runs one turn and ends. Nobody can answer: approvals are denied unless `--approve` names the tool.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code of the turn.
 *
 * @example
 * ```ts
 * Deno.exit(await runCommand(program, parseCommandLine(["run", "Where is order A-1024?"])));
 * ```
 */
export async function runCommand(program: Program, line: CommandLine): Promise<number> {
  const { flags } = line;
  if (flags.output !== undefined && flags.output !== "json" && flags.output !== "text") {
    throw new UsageError({
      en: `Cannot write ${JSON.stringify(flags.output)}: no such output. Use --output json or text`,
      zh: `无法输出 ${JSON.stringify(flags.output)}：没有这种输出。可用：--output json 或 text`,
    });
  }
  const text = await readPrompt(program, line.operands);
  const wording = wordingOf(program.settings.language);
  const agent = await program.assembleAgent(flags);
  agent.interactions.setAvailability({
    approvals: { by: "policy", why: wording.deniedOneShot },
    questions: { by: "policy", why: wording.noHumanOneShot },
  });
  const { session, resumed, warnings, usesSamples } = await openSession(program, agent, {
    id: flags.session,
    interactive: false,
  });
  const notice = usesSamples ? bundledNotice(program.settings.language) : undefined;
  let view: TurnView;
  if (flags.json) {
    const all = notice === undefined ? warnings : [...warnings, notice];
    view = await eventView(
      program,
      { agent, session, flags },
      describeSession(program, agent, { resumed, warnings: all }),
    );
  } else if (flags.output === "json") view = payloadView(program, session);
  else view = await textView(program, session, warnings, notice);
  return await runTurn(session, text, view);
}

async function runTurn(session: AgentSession, text: string, view: TurnView): Promise<number> {
  let exitCode: number = EXIT.failed;
  let signalled: number | undefined;
  const done = Promise.withResolvers<void>();
  const signals = listenForSignals({
    interrupt: () => {
      if (signalled !== undefined) return false;
      signalled = EXIT.sigint;
      return session.cancel();
    },
    terminate: (code) => {
      signalled = code;
      session.cancel();
      return done.promise;
    },
    exit: (code) => Deno.exit(code),
  });
  try {
    for await (const event of session.prompt(text)) {
      if (event.type === "turn.completed") exitCode = signalled ?? exitCodeOf(event);
      await view.render(event);
    }
    signals.settle(exitCode);
    await view.ended(exitCode);
    return exitCode;
  } catch (error) {
    session.cancel();
    await session.settled();
    if (error instanceof OutputClosedError) return EXIT.outputClosed;
    throw error;
  } finally {
    signals.stop();
    done.resolve();
  }
}

/** Standard input is read only when it is asked for: an open pipe must never hold a run up. */
async function readPrompt({ input }: Program, operands: readonly string[]): Promise<string> {
  const given = operands.join(" ");
  if (given.trim() !== "" && given !== "-") return given;
  // An empty text is a variable that was not set: to read on would wait for a pipe that nobody closes.
  if (given !== "-" && (operands.length > 0 || input.isTerminal())) {
    throw new UsageError({
      en: 'Cannot run: no text was given. Write handrail run "TEXT", or pipe it in',
      zh: '无法运行：没有给出文字。请写 handrail run "内容"，或由管道送入',
    });
  }
  const text = (await input.readAll()).trim();
  if (text === "") {
    throw new UsageError({
      en: "Cannot run: standard input is empty. Pipe the text in, or give it as an argument",
      zh: "无法运行：标准输入是空的。请由管道送入文字，或作为参数给出",
    });
  }
  return text;
}

/** `samplesNotice` is told once the documents are asked, and not to somebody who only asks for an order. */
async function textView(
  program: Program,
  session: AgentSession,
  warnings: readonly string[],
  samplesNotice: string | undefined,
): Promise<TurnView> {
  const { output, errors, settings } = program;
  const wording = wordingOf(settings.language);
  // It may name a folder, or a tool out of a session's file.
  const note = (text: string) =>
    wrappingOutput(errors).write(`${wording.labelled(wording.warning, cleanText(text))}\n`);
  for (const warning of warnings) await note(warning);
  const renderer = new TextRenderer({
    answer: output,
    progress: errors,
    wording,
    color: settings.color,
    ...await terminalLook(settings, { answer: output, progress: errors }, wording),
    reveal: (text) => session.reveal(text),
  });
  let notice = samplesNotice;
  return {
    render: async (event) => {
      await renderer.render(event);
      if (notice === undefined || event.type !== "tool.completed" || event.tool !== KNOWLEDGE_TOOL) return;
      await note(notice);
      notice = undefined;
    },
    ended: () => Promise.resolve(),
  };
}

async function eventView(
  program: Program,
  { agent, session, flags }: {
    readonly agent: Agent;
    readonly session: AgentSession;
    readonly flags: CommandLine["flags"];
  },
  first: ReturnType<typeof describeSession>,
): Promise<TurnView> {
  const optOut = flags["opt-out"];
  const unknown = optOut.find((type) => !OPTIONAL_EVENTS.includes(type));
  if (unknown !== undefined) {
    const given = JSON.stringify(unknown);
    throw new UsageError({
      en: `Cannot leave out ${given}: it is needed, or no event. Use ${OPTIONAL_EVENTS.join(", ")}`,
      zh: `不能省去 ${given}：它必不可少，或者不是事件。可用：${OPTIONAL_EVENTS.join("、")}`,
    });
  }
  const writer = new EventWriter({ output: program.output, sessionId: session.id, now: program.now });
  await writer.write(first);
  // The turn's own events, or its end, tell that nobody reads any more.
  const turns = new TurnWriter({ writer, clock: agent.clock, onFailure: () => session.cancel() });
  turns.optOut(optOut);
  return {
    render: (event) => turns.write(event),
    ended: (exitCode) =>
      writer.write({
        type: "session.ended",
        exit_code: exitCode,
        reason: "turn_completed",
        resume: resumeCommandLine("run", flags, session.id),
      }),
  };
}

function payloadView({ output }: Program, session: Pick<AgentSession, "id">): TurnView {
  let last: AgentEventOf<"turn.completed"> | undefined;
  return {
    render: (event) => {
      if (event.type === "turn.completed") last = event;
      return Promise.resolve();
    },
    ended: () => output.write(last ? turnDocument(session.id, last) : "null\n"),
  };
}
