/**
 * Shows a turn as text.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf, ContextChange } from "../agent/agent_event.ts";
import { AliasRestorer } from "../shells/pii/alias_restorer.ts";
import { HANDOFF_TOOL } from "../tools/handoff_create.ts";
import { cleanText } from "./text/clean_text.ts";
import { type Failure, failureWording } from "./failure_wording.ts";
import { wrapText } from "./markdown/wrap_text.ts";
import type { OutputStream } from "./output_stream.ts";
import { type TextStyle, textStyle } from "./text/text_style.ts";
import { textWidth } from "./text/text_width.ts";
import { usageLine } from "./usage_line.ts";
import type { WaitingIndicator } from "./waiting_indicator.ts";
import type { Wording } from "./wording.ts";

/** Settings of {@linkcode TextRenderer}. */
export interface TextRendererOptions {
  /** Gets the model's words. */
  readonly answer: OutputStream;
  /** Gets everything else; may be the same stream. */
  readonly progress: OutputStream;
  readonly wording: Wording;
  readonly color: boolean;
  /**
   * What a person at a terminal may see of a text with aliases in it; a pipe may end in a file, and gets the aliases.
   *
   * @default {the text}
   */
  readonly reveal?: (text: string) => string;
  /**
   * Makes what shows a message as it comes.
   *
   * @default {a message is shown as the model wrote it}
   */
  readonly markdown?: () => MessageView;
  /** Shows that the model is waited for. */
  readonly waiting?: Pick<WaitingIndicator, "start" | "stop">;
  /**
   * Tell what each turn took.
   *
   * @default {false}
   */
  readonly usage?: boolean;
}

/** Shows one message that comes in pieces; `MarkdownStream` fits. */
export interface MessageView {
  /** Takes a piece; returns what to write by now. */
  push(piece: string): string;
  /** Ends the message; returns the rest, which ends the line. */
  end(): string;
}

/**
 * Renders events one by one, in order: the answer as it streams, one line per call with its outcome and time.
 *
 * @example
 * ```ts
 * for await (const event of session.prompt(text)) await renderer.render(event);
 * ```
 */
export class TextRenderer {
  readonly #options: TextRendererOptions;
  readonly #style: TextStyle;
  readonly #restorer: AliasRestorer;
  readonly #running = new Set<string>();
  #message: MessageView | undefined;
  /** What stands on the unfinished line: the answer, or the call that it belongs to. */
  #open: "answer" | { readonly callId: string } | undefined;

  /** @param options See {@linkcode TextRendererOptions}. */
  constructor(options: TextRendererOptions) {
    this.#options = options;
    this.#restorer = new AliasRestorer((text) => this.#shown(text, options.answer));
    this.#style = textStyle(options.color && options.progress.isTerminal());
  }

  /** Shows one event; resolves once it is written. */
  async render(event: AgentEvent): Promise<void> {
    if (event.type === "message.delta" && event.channel !== "text") return;
    await this.#options.waiting?.stop();
    if (event.type === "tool.started") this.#running.add(event.call_id);
    if (event.type === "tool.completed") this.#running.delete(event.call_id);
    if (event.type === "turn.completed") this.#running.clear();
    await this.#show(event);
    if (MODEL_IS_NEXT.includes(event.type) && this.#running.size === 0) this.#options.waiting?.start();
  }

  async #show(event: AgentEvent): Promise<void> {
    switch (event.type) {
      case "message.delta":
        return await this.#answer(event.delta);
      case "message.completed":
        return await this.endLine();
      case "worker.selected":
        return await this.#worker(event);
      case "tool.started":
        return await this.#started(event);
      case "tool.completed":
        return await this.#completed(event);
      case "handoff.created":
        return await this.#handedOff(event);
      case "retry":
        return await this.#retry(event);
      case "warning":
        if (event.context) return await this.#trimmed(event.context, event.hint);
        return await this.#note(this.#options.wording.warning, event);
      case "error":
        return await this.#note(this.#options.wording.failed, event);
      case "turn.completed":
        return await this.#turnEnded(event);
    }
  }

  /** Ends an unfinished line, so that something else can be written. */
  async endLine(): Promise<void> {
    await this.#options.waiting?.stop();
    if (this.#open === undefined) return;
    const isAnswer = this.#open === "answer";
    const stream = isAnswer ? this.#options.answer : this.#options.progress;
    this.#open = undefined;
    await stream.write(isAnswer ? this.#endMessage() : "\n");
  }

  #endMessage(): string {
    const rest = this.#restorer.flush();
    const message = this.#message;
    this.#message = undefined;
    return message ? message.push(rest) + message.end() : `${rest}\n`;
  }

  #shown(text: string, stream: OutputStream): string {
    return cleanText(stream.isTerminal() ? this.#options.reveal?.(text) ?? text : text);
  }

  async #answer(delta: string): Promise<void> {
    if (this.#open !== "answer") await this.endLine();
    if (this.#open === undefined) this.#message = this.#options.markdown?.();
    this.#open = "answer";
    const text = this.#restorer.push(delta);
    await this.#options.answer.write(this.#message?.push(text) ?? text);
  }

  async #worker({ worker, previous }: AgentEventOf<"worker.selected">): Promise<void> {
    if (worker === previous) return;
    await this.endLine();
    await this.#options.progress.write(`${this.#style.dim(`→ ${cleanText(worker)}`)}\n`);
  }

  async #started(event: AgentEventOf<"tool.started">): Promise<void> {
    const { progress } = this.#options;
    // Without a terminal nobody watches the line grow; it is written once the outcome is known.
    if (!progress.isTerminal()) return;
    await this.endLine();
    this.#open = { callId: event.call_id };
    await progress.write(`${this.#style.dim("⚙")} ${cleanText(event.tool)}`);
  }

  async #completed(event: AgentEventOf<"tool.completed">): Promise<void> {
    const { progress } = this.#options;
    const continues = typeof this.#open === "object" && this.#open.callId === event.call_id;
    if (!continues) await this.endLine();
    this.#open = undefined;
    const tool = cleanText(event.tool);
    const name = `${this.#style.dim("⚙")} ${tool}`;
    // Written once more from the line's beginning: the runtime's own progress bar may have wiped it meanwhile. Of a name
    // that takes more than a row, only the last one would be written over.
    const isOneRow = textWidth(`⚙ ${tool}`) <= progress.columns();
    const start = continues ? isOneRow ? `\r${name}` : "" : name;
    await progress.write(`${start} ${this.#outcome(event)}\n`);
  }

  #outcome({ status, duration_ms, idempotency }: AgentEventOf<"tool.completed">): string {
    const { wording } = this.#options;
    const word = wording.statuses[status];
    const mark = status === "ok" ? this.#style.good(`✓ ${word}`) : this.#style.bad(`✗ ${word}`);
    const replayed = idempotency?.hit ? ` · ↺ ${wording.replayed}` : "";
    return `${mark}${replayed} ${this.#style.dim(`${Math.round(duration_ms)} ms`)}`;
  }

  /** What the tool did by itself its answer tells; a hand-off that nobody asked for needs a line. */
  async #handedOff({ ticket_id, reason, tool }: AgentEventOf<"handoff.created">): Promise<void> {
    if (tool === HANDOFF_TOOL) return;
    const { wording } = this.#options;
    await this.#note(wording.handedOff(cleanText(ticket_id)), { message: reason });
  }

  async #retry({ tool, attempt, max_attempts, delay_ms, error }: AgentEventOf<"retry">): Promise<void> {
    const { wording, progress } = this.#options;
    const status = error.http_status === undefined ? "" : ` (${error.http_status})`;
    const trouble = tool === undefined
      ? wording.modelTrouble(error.code, status)
      : wording.toolTrouble(this.#shown(tool, progress), error.code);
    const seconds = Math.ceil(delay_ms / 100) / 10;
    await this.#aside(wording.tryingAgain(trouble, seconds, attempt, max_attempts));
  }

  async #trimmed(change: ContextChange, hint: string | undefined): Promise<void> {
    const { wording, progress } = this.#options;
    const { outputs_dropped, turns_summarised, turns_dropped } = change;
    await this.#aside(wording.contextTrimmed(outputs_dropped, turns_summarised, turns_dropped));
    if (hint !== undefined) {
      await this.#aside(`  ${wording.labelled(wording.hint, this.#shown(wording.said(hint), progress))}`);
    }
  }

  /** A dim line of its own. */
  async #aside(text: string): Promise<void> {
    await this.endLine();
    await this.#options.progress.write(`${this.#style.dim(this.#broken(text))}\n`);
  }

  /** Between words, where a person reads it. */
  #broken(text: string): string {
    const { progress } = this.#options;
    return progress.isTerminal() ? wrapText(text, progress.columns()) : text;
  }

  async #note(label: string, failure: Failure): Promise<void> {
    await this.endLine();
    const { progress, wording } = this.#options;
    const { message, hint } = failureWording(failure, wording);
    const head = wording.labelled(label, this.#shown(message, progress));
    const tail = hint === undefined
      ? ""
      : `\n  ${wording.labelled(wording.hint, this.#shown(hint, progress))}`;
    const text = this.#broken(head + tail);
    // In a very narrow window the label itself is broken.
    const styled = text.startsWith(label) ? `${this.#style.bad(label)}${text.slice(label.length)}` : text;
    await progress.write(`${styled}\n`);
  }

  async #turnEnded(event: AgentEventOf<"turn.completed">): Promise<void> {
    await this.endLine();
    const { status, stop_reason } = event;
    const { progress, wording, usage = false } = this.#options;
    const missing = status === "completed" ? missingOf(event, wording) : undefined;
    if (missing !== undefined) await progress.write(`${this.#broken(missing)}\n`);
    if (status === "cancelled") await progress.write(`${wording.cancelled}\n`);
    if (status === "limit") {
      await progress.write(`${this.#broken(stop_reason === "loop" ? wording.loop : wording.limit)}\n`);
    }
    const line = usage ? usageLine(event, wording) : undefined;
    if (line !== undefined) await progress.write(`${this.#style.dim(this.#broken(line))}\n`);
  }
}

/** What an answer lacks that passes for a whole one. */
function missingOf(
  { stop_reason, text }: AgentEventOf<"turn.completed">,
  { answerCut, answerFiltered, saidNothing }: Wording,
): string | undefined {
  if (stop_reason === "length") return answerCut;
  if (stop_reason === "content-filter") return answerFiltered;
  return text.trim() === "" ? saidNothing : undefined;
}

/** Behind these nothing comes before the model says something, or calls. */
const MODEL_IS_NEXT: readonly AgentEvent["type"][] = [
  "turn.started",
  "worker.selected",
  "message.completed",
  "tool.completed",
  "warning",
];
