/**
 * The conversation at the terminal.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "../../agent/agent_event.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import type { NamedModel } from "../../agent/models/create_model.ts";
import { wordsOf } from "../../kb/bilingual_error.ts";
import { cleanText } from "../text/clean_text.ts";
import { OutputClosedError, type OutputStream } from "../output_stream.ts";
import { TextRenderer } from "../text_renderer.ts";
import { TraceTree } from "../trace/trace_tree.ts";
import { wrappingOutput } from "../text/wrapping_output.ts";
import { approvalLines } from "./approval_lines.ts";
import { promptApproval } from "./approval_prompt.ts";
import { commandList } from "./command_list.ts";
import { describeQuestion } from "./describe_question.ts";
import { PromptQueue } from "./prompt_queue.ts";
import type { ReplOptions } from "./repl_options.ts";
import { parseSlashCommand, type SlashCommand } from "./slash_command.ts";

const PROMPT = "› ";
/** Columns where no terminal says how many there are. */
const PLAIN_WIDTH = 120;

/**
 * Reads what the person types, runs turns and shows their events. One loop owns the input: between turns it reads
 * lines, within a turn only what the turn asks for.
 *
 * @example
 * ```ts
 * await new Repl(options).run();
 * ```
 */
export class Repl {
  readonly #options: ReplOptions;
  readonly #renderer: TextRenderer;
  /** For lines of the program's own. */
  readonly #notes: OutputStream;
  readonly #interactive: boolean;
  #session: AgentSession;
  #modelId: string;
  /** By `/model`; it holds for later sessions, too. */
  #chosenModel: NamedModel | undefined;
  readonly #prompts: PromptQueue;
  #idleInterrupts = 0;
  /** A command is carried out, which may ask something. */
  #commanding = false;
  /** The next prompt comes behind it. */
  #hint: Promise<void> = Promise.resolve();

  /** @param options See {@linkcode ReplOptions}. */
  constructor(options: ReplOptions) {
    const { output, wording, color, look, agent, session, input } = options;
    this.#options = options;
    this.#notes = wrappingOutput(output);
    this.#session = session;
    this.#modelId = agent.model.id;
    this.#interactive = input.isTerminal() && output.isTerminal();
    this.#prompts = new PromptQueue({ output, cancel: () => this.#session.cancel() });
    this.#renderer = new TextRenderer({
      answer: output,
      progress: output,
      wording,
      color,
      ...look,
      reveal: (text) => this.#reveal(text),
    });
    agent.interactions.setAvailability({
      approvals: this.#interactive ? "ask" : { by: "policy", why: wording.deniedNoTerminal },
      questions: "ask",
    });
  }

  /** The session that is open. */
  get session(): AgentSession {
    return this.#session;
  }

  /**
   * Ctrl-C: ends the turn, or what a command asks; between turns it first hints how to leave.
   *
   * @returns False when the person insists on leaving.
   */
  interrupt(): boolean {
    if (this.#session.cancel() || (this.#commanding && this.#options.input.interrupt())) return true;
    if (++this.#idleInterrupts > 1) return false;
    this.#hint = this.#notes.write(`${this.#options.wording.leaveHint}\n`).catch(() => {});
    return true;
  }

  /**
   * Runs until the person leaves.
   *
   * @returns `interrupted` when Ctrl-C ended it.
   */
  async run(): Promise<"left" | "interrupted"> {
    const { lines, output } = this.#options;
    while (true) {
      const read = await lines.read(PROMPT);
      if (read.type === "interrupted") {
        if (!read.empty) this.#idleInterrupts = 0;
        else if (!this.interrupt()) return "interrupted";
        await this.#hint;
        continue;
      }
      this.#idleInterrupts = 0;
      if (read.type === "end") {
        if (this.#interactive) await output.write("\n");
        return "left";
      }
      const text = read.text.trim();
      if (text === "") continue;
      const command = parseSlashCommand(text);
      if (command === undefined) await this.#turn(text);
      else if (command.name === "exit") return "left";
      else await this.#attempt(command);
    }
  }

  /** Lines of the program's own. */
  #say(text: string): Promise<void> {
    return this.#notes.write(`${text}\n`);
  }

  /** A command that cannot be carried out says why, and the conversation goes on. */
  async #attempt(command: SlashCommand): Promise<void> {
    this.#commanding = true;
    try {
      await this.#carryOut(command);
    } catch (error) {
      if (error instanceof OutputClosedError) throw error;
      const { wording, language } = this.#options;
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      // Below the ^C that the terminal shows.
      await this.#say(
        isCancelled
          ? `\n${wording.cancelled}`
          : wording.labelled(wording.failed, cleanText(wordsOf(error)[language])),
      );
    } finally {
      this.#commanding = false;
    }
  }

  async #carryOut(command: SlashCommand): Promise<void> {
    const { wording, toolLines, side } = this.#options;
    switch (command.name) {
      case "exit":
        return; // has left already
      case "help":
        return await this.#say(commandList(wording, this.#options.output.columns()));
      case "tools":
        return await this.#say(toolLines.join("\n"));
      case "compact":
        return await this.#compact();
      case "approvals":
        return await this.#say(
          approvalLines(command.operands, { ...this.#options, grants: this.#session.grants }).join("\n"),
        );
      case "new":
        this.#adopt(await this.#options.openSession());
        return await this.#say(wording.newSession(this.#session.id));
      case "resume":
        return await this.#resume(command.operands[0]);
      case "sessions":
        return await this.#sessions(command.operands);
      case "kb":
        return await side.knowledge(command.operands);
      case "export":
        return await this.#export(command.operands);
      case "model":
        return await this.#model(command.operands[0]);
      case "retry": {
        const text = this.#session.lastRequest;
        return await (text === undefined ? this.#say(wording.nothingAgain) : this.#turn(text));
      }
      case "again": {
        const text = await this.#session.startEpoch();
        if (text === undefined) return await this.#say(wording.nothingAgain);
        await this.#say(wording.runningAgain(cleanText(this.#reveal(text))));
        return await this.#turn(text);
      }
      case "unknown":
        return await this.#say(wording.unknownCommand(cleanText(command.typed), command.valid.join(" ")));
    }
  }

  /** There is but one file to name: blanks are part of it, with quotes or without. */
  async #export(operands: readonly string[]): Promise<void> {
    const { wording, side } = this.#options;
    if (this.#session.lastRequest === undefined) return await this.#say(wording.nothingSaid);
    const file = await side.exportSession(this.#session.id, operands.join(" ") || undefined);
    if (file !== undefined) await this.#say(wording.exported(cleanText(file)));
  }

  async #sessions(operands: readonly string[]): Promise<void> {
    const [action, id] = operands;
    if (action === "resume") return await this.#resume(id);
    if (action === "remove" && id === this.#session.id) {
      return await this.#say(this.#options.wording.removesOpen(id));
    }
    await this.#options.side.sessions(operands);
  }

  async #resume(id: string | undefined): Promise<void> {
    const { wording, openSession, side } = this.#options;
    if (id === undefined) return await side.sessions([]);
    this.#adopt(await openSession(id));
    await this.#say(wording.resumed(this.#session.id, this.#session.messageCount));
  }

  #adopt(session: AgentSession): void {
    this.#session = session;
    if (this.#chosenModel) session.useModel(this.#chosenModel);
  }

  async #model(spec: string | undefined): Promise<void> {
    const { wording, side } = this.#options;
    if (spec !== undefined) {
      const model = await side.openModel(spec);
      this.#modelId = model.id;
      this.#chosenModel = model;
      this.#session.useModel(model);
    }
    await this.#say(wording.model(cleanText(this.#modelId)));
  }

  async #compact(): Promise<void> {
    const { wording } = this.#options;
    const change = await this.#session.compact();
    const line = change &&
      wording.contextTrimmed(change.outputs_dropped, change.turns_summarised, change.turns_dropped);
    await this.#say(line ?? wording.nothingToTrim);
  }

  async #turn(text: string): Promise<void> {
    const { output, color, language } = this.#options;
    const isTerminal = output.isTerminal();
    const width = isTerminal ? output.columns() : PLAIN_WIDTH;
    const tree = new TraceTree({ width, language, color: color && isTerminal });
    for await (const event of this.#session.prompt(text)) {
      tree.add(event);
      await this.#show(event);
    }
    await this.#prompts.settled();
    if (this.#options.trace) await output.write(`${tree.draw()}\n`);
  }

  async #show(event: AgentEvent): Promise<void> {
    switch (event.type) {
      case "approval.requested":
        if (!this.#interactive) return; // denied already, see the constructor
        return this.#prompts.open(event.request_id, (signal) => this.#askApproval(event, signal));
      case "question.asked":
        return this.#prompts.open(event.request_id, (signal) => this.#askQuestion(event, signal));
      case "approval.resolved":
      case "question.answered":
        // Settled elsewhere, by time or by Ctrl-C: what is still on the screen asks for nothing any more.
        this.#prompts.close(event.request_id);
        return;
      case "turn.completed":
        await this.#prompts.settled();
        return await this.#renderer.render(event);
      default:
        return await this.#prompts.show(() => this.#renderer.render(event));
    }
  }

  /** Only whoever sits at the terminal sees what aliases stand for: a pipe may end in a file. */
  #reveal(text: string): string {
    return this.#interactive ? this.#session.reveal(text) : text;
  }

  async #askApproval(event: AgentEventOf<"approval.requested">, signal: AbortSignal): Promise<void> {
    await this.#renderer.endLine();
    this.#options.lines.close();
    const answer = await promptApproval(event, this.#options, signal);
    this.#options.agent.interactions.approve(event.request_id, answer, "user");
  }

  async #askQuestion(event: AgentEventOf<"question.asked">, signal: AbortSignal): Promise<void> {
    const { agent: { interactions }, lines, output } = this.#options;
    await this.#renderer.endLine();
    await this.#say(describeQuestion(event, (text) => this.#reveal(text)));
    const read = await lines.read(PROMPT, signal);
    if (read.type === "line") return void interactions.answer(event.request_id, read.text.trim(), "user");
    if (!this.#interactive) {
      return interactions.setAvailability({ questions: { by: "eof", why: "the input has ended" } });
    }
    if (read.type === "end") await output.write("\n");
    this.#session.cancel();
  }
}
