/**
 * Turns a model's stream of pieces into messages.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "./agent_event.ts";

/** Settings of {@linkcode MessageAssembler}. */
export interface MessageAssemblerOptions {
  readonly turnId: string;
  readonly emit: (event: AgentEvent) => void;
  readonly newId: (prefix: string) => string;
  /** The passages that a text cites. */
  readonly citationsOf: (text: string) => AgentEventOf<"message.completed">["citations"];
}

/**
 * Emits each piece as it comes and each message once it is whole. Reasoning travels on its own channel and is no
 * part of a message's text.
 *
 * @example
 * ```ts
 * assembler.add("text", "Hel");
 * assembler.add("text", "lo");
 * assembler.complete(); // emits message.completed with "Hello"
 * ```
 */
export class MessageAssembler {
  readonly #options: MessageAssemblerOptions;
  #messageId: string | undefined;
  #text = "";
  #lastText = "";

  /** @param options See {@linkcode MessageAssemblerOptions}. */
  constructor(options: MessageAssemblerOptions) {
    this.#options = options;
  }

  /** The text of the message that is being assembled. */
  get openText(): string {
    return this.#text;
  }

  /** The text of the last message that was completed. */
  get lastText(): string {
    return this.#lastText;
  }

  /** Takes a piece and passes it on. Empty pieces are dropped. */
  add(channel: "text" | "reasoning", delta: string): void {
    if (delta === "") return;
    const { emit, newId, turnId } = this.#options;
    this.#messageId ??= newId("msg");
    if (channel === "text") this.#text += delta;
    emit({ type: "message.delta", turn_id: turnId, message_id: this.#messageId, channel, delta });
  }

  /** Ends the message, if one was begun with text. */
  complete(): void {
    const { emit, turnId, citationsOf } = this.#options;
    const text = this.#text;
    if (this.#messageId !== undefined && text !== "") {
      emit({
        type: "message.completed",
        turn_id: turnId,
        message_id: this.#messageId,
        text,
        citations: citationsOf(text),
      });
      this.#lastText = text;
    }
    this.#messageId = undefined;
    this.#text = "";
  }
}
