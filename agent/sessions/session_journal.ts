/**
 * Writes down what a session does, as it does it.
 *
 * @module
 */
import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import { errorTypeOf } from "../../shells/error_type.ts";
import type { Shell } from "../../shells/shell.ts";
import { wrapExecute } from "../../shells/wrap_execute.ts";
import type { AgentEvent } from "../agent_event.ts";
import { capOutput } from "../calls/cap_output.ts";
import type { KeptSummary } from "../context/context_window.ts";
import type { KeptUsage, SessionLog } from "./session_file.ts";
import type { SessionPrivacy } from "../session_privacy.ts";
import type { SessionMark, TurnMark } from "./session_record.ts";

/** Settings of {@linkcode SessionJournal}. */
export interface SessionJournalOptions {
  readonly turnId: string;
  readonly log: SessionLog;
  readonly privacy: SessionPrivacy;
  readonly emit: (event: AgentEvent) => void;
  /** How many bytes of a write's result are kept until its turn has ended. */
  readonly maxOutputBytes: number;
}

/**
 * One turn's hand on the session's file: everything is masked, comes in order, and is on the disk before whatever
 * depends on it happens. A disk that fails is told of, once, and ends no turn.
 *
 * @example
 * ```ts
 * const journal = new SessionJournal({ turnId, log, privacy, emit, maxOutputBytes });
 * await journal.remember([{ role: "user", content: "hi" }]);
 * ```
 */
export class SessionJournal {
  readonly #options: SessionJournalOptions;
  #last: Promise<void> = Promise.resolve();
  #failed = false;

  /** @param options See {@linkcode SessionJournalOptions}. */
  constructor(options: SessionJournalOptions) {
    this.#options = options;
  }

  /** Keeps messages that went through {@linkcode SessionPrivacy.messages}; with the last ones, what they do not tell. */
  async remember(messages: readonly ModelMessage[], mark?: TurnMark): Promise<void> {
    const { log, privacy } = this.#options;
    await this.#next(() => log.append(privacy.forFile(messages), mark));
  }

  /** Keeps what sums up the session's first turns. */
  async summarise({ turns, text }: KeptSummary): Promise<void> {
    const { privacy } = this.#options;
    const [masked] = privacy.forFile(privacy.messages([{ role: "assistant", content: text }]));
    await this.#keep({ type: "summary", turns, text: String(masked?.content) });
  }

  /** Keeps what the session took so far. */
  async count(usage: KeptUsage): Promise<void> {
    await this.#keep({ type: "usage", ...usage });
  }

  /**
   * The innermost shell: a write is on the disk before it begins, and again when it has ended. One that is marked as
   * begun only has an unknown outcome.
   */
  readonly marks: Shell = (tool, { name }) => {
    if (tool.traits.kind !== "write") return tool;
    return wrapExecute(tool, async (input, options, next) => {
      const call = { toolCallId: options.toolCallId, toolName: name };
      await this.#started({ type: "tool-call", ...call, input });
      try {
        const output = await next(input, options);
        await this.#ended(call, output);
        return output;
      } catch (error) {
        const type = errorTypeOf(error);
        // Whoever says so is right: it stays unknown.
        if (type !== "unknown_outcome") await this.#ended(call, failure(type));
        throw error;
      }
    });
  };

  async #started(part: ToolCallPart): Promise<void> {
    const call = this.#masked({ role: "assistant", content: [part] }) as ToolCallPart;
    await this.#keep({ type: "tool.started", call });
  }

  async #ended(call: Pick<ToolResultPart, "toolCallId" | "toolName">, output: unknown): Promise<void> {
    const value = capOutput(output, this.#options.maxOutputBytes).output;
    const part: ToolResultPart = { type: "tool-result", ...call, output: { type: "json", value } };
    const result = this.#masked({ role: "tool", content: [part] }) as ToolResultPart;
    await this.#keep({ type: "tool.completed", result });
  }

  #masked(message: ModelMessage): unknown {
    const { privacy } = this.#options;
    const [masked] = privacy.forFile(privacy.messages([message]));
    return masked?.content[0];
  }

  async #keep(mark: SessionMark): Promise<void> {
    await this.#next(() => this.#options.log.keep(mark));
  }

  /** Aliases come before what needs them, and one thing after the other. */
  async #next(write: () => Promise<void>): Promise<void> {
    const { log, privacy } = this.#options;
    const aliases = privacy.takeNewAliases();
    this.#last = this.#last.then(async () => {
      try {
        if (aliases) await log.keep(aliases);
        await write();
      } catch (error) {
        this.#warn(error as Error);
      }
    });
    await this.#last;
  }

  #warn({ message }: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#options.emit({
      type: "warning",
      turn_id: this.#options.turnId,
      code: "session_not_saved",
      message: `Cannot save the session: ${message}`,
      hint:
        "The conversation goes on, but cannot be continued later. Set HANDRAIL_STATE to a writable folder",
      retryable: false,
    });
  }
}

function failure(type: string) {
  return {
    status: "error",
    error_type: type,
    message: "The call failed, and the program ended soon after.",
    recoverable: false,
    suggestion: "Do not retry; wait for what the user says next.",
  };
}
