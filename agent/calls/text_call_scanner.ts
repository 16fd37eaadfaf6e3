/**
 * Finds calls in a text that comes in pieces.
 *
 * @module
 */
import { type FieldTypes, parseTextCall, type TextCall } from "./parse_text_call.ts";

/** A call that was found in a text. */
export interface FoundCall extends TextCall {
  /** Does it end as it should? */
  readonly isClosed: boolean;
  /** The markup, to give back what is not to be run. */
  readonly source: string;
}

const MARKUP = [
  { opening: "<tool_call>", closing: "</tool_call>", isInside: true },
  { opening: "<function=", closing: "</function>", isInside: false },
] as const;
/** Longer markup is text. */
const MAX_LENGTH = 65_536;

/**
 * Passes on text at once, but for what may be the markup of a call. Markup counts only at the beginning of a line, where
 * a model that calls puts it; a message that is JSON with a name and arguments and nothing else, fenced or not, counts
 * as a whole.
 *
 * @example
 * ```ts
 * const scanner = new TextCallScanner(fieldTypes);
 * scanner.push("Let me see. <tool"); // "Let me see. "
 * ```
 */
export class TextCallScanner {
  readonly #fieldTypes: FieldTypes;
  readonly #calls: FoundCall[] = [];
  #held = "";
  /** Empty lines, which are no text when a call follows. */
  #blank = "";
  #isAtStart = true;
  #isAtLineStart = true;
  #isInFence = false;
  #hasTextBehind = false;

  /** @param fieldTypes See {@linkcode FieldTypes}. */
  constructor(fieldTypes: FieldTypes) {
    this.#fieldTypes = fieldTypes;
  }

  /** The calls so far, in order. */
  get calls(): readonly FoundCall[] {
    // Who goes on to talk about a call did not make it.
    return this.#calls.map((call) => ({ ...call, isClosed: call.isClosed && !this.#hasTextBehind }));
  }

  /** Takes a piece; returns the text that is certain by now. */
  push(piece: string): string {
    this.#held += piece;
    return this.#scan(false);
  }

  /** Ends the text; returns the rest. What is pushed afterwards is another text of the same answer. */
  flush(): string {
    const text = this.#scan(true);
    const blank = this.#calls.length > 0 ? "" : this.#blank;
    this.#blank = "";
    this.#isAtLineStart = true;
    this.#isInFence = false;
    return text + blank;
  }

  #scan(isEnd: boolean): string {
    let text = "";
    while (this.#held !== "") {
      const step = this.#isAtStart ? this.#wholeMessage(isEnd) : undefined;
      if (step === "wait") return text;
      if (step === "taken") continue;
      this.#isAtStart = this.#isAtStart && this.#held.trim() === "";
      const markup = this.#isAtLineStart && !this.#isInFence ? this.#markup(isEnd) : undefined;
      if (markup === "wait") return text;
      if (markup === "taken") continue;
      text += this.#passLine(isEnd);
      if (this.#isWaitingForLine && !isEnd) return text;
    }
    return text;
  }

  /** A blank at a line's beginning may come before markup, and a fence shows only with the third mark. */
  get #isWaitingForLine(): boolean {
    return this.#isAtLineStart && /^[ \t]*`{0,2}$/.test(this.#held) && this.#held !== "";
  }

  /** Everything up to the next line, or, on the line that has not ended, all of it. */
  #passLine(isEnd: boolean): string {
    if (this.#isWaitingForLine && !isEnd) return "";
    const end = this.#held.indexOf("\n") + 1 || this.#held.length;
    const line = this.#held.slice(0, end);
    const wasAtLineStart = this.#isAtLineStart;
    if (wasAtLineStart && /^[ \t]*```/.test(line)) this.#isInFence = !this.#isInFence;
    this.#held = this.#held.slice(end);
    this.#isAtLineStart = line.endsWith("\n");
    if (wasAtLineStart && line.trim() === "") {
      this.#blank += line;
      return "";
    }
    if (this.#calls.length > 0 && line.trim() !== "") this.#hasTextBehind = true;
    const text = this.#blank + line;
    this.#blank = "";
    return text;
  }

  #markup(isEnd: boolean): "wait" | "taken" | undefined {
    const start = this.#held.search(/[^ \t]|$/);
    const rest = this.#held.slice(start);
    for (const { opening, closing, isInside } of MARKUP) {
      if (!isEnd && rest.length < opening.length && opening.startsWith(rest) && rest !== "") return "wait";
      if (!rest.startsWith(opening)) continue;
      const end = rest.indexOf(closing);
      if (end < 0 && !isEnd) return rest.length > MAX_LENGTH ? undefined : "wait";
      const source = end < 0 ? rest : rest.slice(0, end + closing.length);
      const inside = isInside ? source.slice(opening.length, end < 0 ? undefined : end) : source;
      return this.#take(inside, source, end >= 0, this.#held.slice(start + source.length));
    }
    return undefined;
  }

  /** A message that may be nothing but a call in JSON is held to its end. */
  #wholeMessage(isEnd: boolean): "wait" | "taken" | undefined {
    const text = this.#held.trimStart();
    const mayBe =
      /^(?:`{0,3}|```\w{0,12}\s*|(?:```\w{0,12}\s*)?\{\s*(?:"(?:n(?:a(?:m(?:e(?:"[\s\S]*)?)?)?)?)?)?)$/
        .test(text);
    if (!mayBe) return undefined;
    if (!isEnd) return this.#held.length > MAX_LENGTH ? undefined : "wait";
    const fenced = /^```\w*\s*([\s\S]*?)\s*```$/.exec(text.trim());
    const isClosed = fenced !== null || !text.startsWith("```");
    return this.#take(fenced?.[1] ?? text.replace(/^```\w*\s*/, ""), text, isClosed, "");
  }

  #take(inside: string, source: string, isClosed: boolean, rest: string): "taken" | undefined {
    const call = parseTextCall(inside, this.#fieldTypes);
    if (!call) return undefined;
    this.#calls.push({ ...call, isClosed, source });
    this.#held = rest;
    this.#blank = "";
    this.#isAtStart = false;
    return "taken";
  }
}
