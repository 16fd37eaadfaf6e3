/**
 * Turns a model's stream of pieces into messages.
 *
 * @module
 */
import type { AgentEvent, AgentEventOf } from "./agent_event.ts";

/** Changes a text that comes in pieces, and may hold some of it back. */
export interface TextFilter {
  /** Takes a piece; returns what is certain by now. */
  push(piece: string): string;
  /** Ends the text; returns the rest. */
  flush(): string;
}

/** Settings of {@linkcode MessageAssembler}. */
export interface MessageAssemblerOptions {
  readonly turnId: string;
  readonly emit: (event: AgentEvent) => void;
  readonly newId: (prefix: string) => string;
  /** The passages that a text cites. */
  readonly citationsOf: (text: string) => AgentEventOf<"message.completed">["citations"];
  /** Makes what each message's text and reasoning go through. @default {nothing is changed} */
  readonly newFilter?: () => TextFilter;
}

type Channel = "text" | "reasoning";

const UNCHANGED: TextFilter = { push: (piece) => piece, flush: () => "" };

/**
 * Emits each piece as it comes, but no half of a character, and each message once it is whole. Reasoning travels on its own channel and is no
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
  readonly #filters = new Map<Channel, TextFilter>();
  /** The first half of a character whose second half is yet to come. */
  readonly #halves = new Map<Channel, string>();
  #messageId: string | undefined;
  #text = "";
  #lastText = "";

  /** @param options See {@linkcode MessageAssemblerOptions}. */
  constructor(options: MessageAssemblerOptions) {
    this.#options = options;
  }

  /** The text of the last message that was completed. */
  get lastText(): string {
    return this.#lastText;
  }

  /** Takes a piece and passes it on. Empty pieces are dropped. */
  add(channel: Channel, delta: string): void {
    if (delta !== "") this.#emit(channel, this.#filterOf(channel).push(delta));
  }

  /** Ends the message, if one was begun with text. */
  complete(): void {
    const { emit, turnId, citationsOf } = this.#options;
    const text = this.#settle();
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

  /** Passes on what is held back, and returns the whole text. */
  #settle(): string {
    for (const [channel, filter] of this.#filters) this.#emit(channel, filter.flush(), true);
    this.#filters.clear();
    return this.#text;
  }

  #filterOf(channel: Channel): TextFilter {
    const filter = this.#filters.get(channel) ?? this.#options.newFilter?.() ?? UNCHANGED;
    this.#filters.set(channel, filter);
    return filter;
  }

  #emit(channel: Channel, piece: string, isEnd = false): void {
    const text = `${this.#halves.get(channel) ?? ""}${piece}`;
    const delta = isEnd ? text : text.replace(/[\uD800-\uDBFF]$/, "");
    this.#halves.set(channel, text.slice(delta.length));
    if (delta === "") return;
    const { emit, newId, turnId } = this.#options;
    this.#messageId ??= newId("msg");
    if (channel === "text") this.#text += delta;
    emit({ type: "message.delta", turn_id: turnId, message_id: this.#messageId, channel, delta });
  }
}
