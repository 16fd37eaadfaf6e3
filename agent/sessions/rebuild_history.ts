/**
 * Puts a conversation together again from what a process left behind.
 *
 * @module
 */
import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import type { JsonObject } from "../../tools/types.ts";
import type { SessionRecord } from "./session_record.ts";

/** A conversation as a model may see it again. */
export interface RebuiltHistory {
  /** Every call in them has exactly one result. */
  readonly messages: ModelMessage[];
  /** The writes of the last turn that began and of which nobody knows how they ended, by tool. Earlier ones were told. */
  readonly unknownOutcomes: string[];
}

interface MarkedCall {
  readonly call: ToolCallPart;
  result?: ToolResultPart;
}

/**
 * Rebuilds the messages of a session. A turn's answers are written when it ends; of a turn whose process died only the
 * user's words and the marks of its writes are there. Those become calls with results: the one that was marked, or
 * `unknown_outcome`. A result too many is left out, a missing one is put in.
 *
 * @param records The file's lines, in order.
 * @param options `isRunning`: the last turn's process is alive, so that its writes without a result are none that ended
 *   in the dark, and are left out. @default {false}
 *
 * @example
 * ```ts
 * rebuildHistory([{ type: "message", message: { role: "user", content: "hi" } }]).messages.length; // 1
 * ```
 */
export function rebuildHistory(
  records: readonly SessionRecord[],
  { isRunning = false }: { readonly isRunning?: boolean } = {},
): RebuiltHistory {
  const rebuilding = new Rebuilding();
  for (const record of records) rebuilding.take(record);
  return rebuilding.finish(isRunning);
}

class Rebuilding {
  readonly #messages: ModelMessage[] = [];
  readonly #unknownOutcomes: string[] = [];
  /** Marks of the running turn that no message has told of yet. */
  #marked: MarkedCall[] = [];
  /** Calls of the last assistant message that have no result yet. */
  #waiting: ToolCallPart[] = [];

  take(record: SessionRecord): void {
    if (record.type === "tool.started") this.#marked.push({ call: record.call });
    else if (record.type === "tool.completed") this.#end(record.result);
    else if (record.type === "message") this.#say(record.message);
  }

  finish(isRunning: boolean): RebuiltHistory {
    if (isRunning) this.#marked = this.#marked.filter(({ result }) => result !== undefined);
    this.#settle();
    return { messages: this.#messages, unknownOutcomes: this.#unknownOutcomes };
  }

  #end(result: ToolResultPart): void {
    const marked = this.#marked.findLast((one) => !one.result && one.call.toolCallId === result.toolCallId);
    if (marked) marked.result = result;
  }

  #say(message: ModelMessage): void {
    if (message.role === "tool") return this.#giveResults(message);
    // A new turn: what the one before it left open stays as it is.
    if (message.role === "user") {
      this.#settle();
      this.#unknownOutcomes.length = 0;
    }
    this.#answerWaiting();
    this.#messages.push(message);
    if (message.role !== "assistant" || typeof message.content === "string") return;
    const answered = new Set(
      message.content.flatMap((part) => part.type === "tool-result" ? [part.toolCallId] : []),
    );
    this.#waiting = message.content.filter((part) => part.type === "tool-call")
      .filter(({ toolCallId }) => !answered.has(toolCallId));
  }

  #giveResults(message: Extract<ModelMessage, { role: "tool" }>): void {
    const content = message.content.filter((part) => {
      if (part.type !== "tool-result") return true;
      const at = this.#waiting.findIndex(({ toolCallId }) => toolCallId === part.toolCallId);
      if (at < 0) return false;
      this.#waiting.splice(at, 1);
      this.#takeMarked(part.toolCallId);
      return true;
    });
    if (content.length > 0) this.#messages.push({ ...message, content });
  }

  #answerWaiting(): void {
    const results = this.#waiting.map((call) => {
      const marked = this.#takeMarked(call.toolCallId);
      return marked ? this.#resultOf(marked, call) : resultFor(call, NOT_RUN);
    });
    this.#waiting = [];
    if (results.length > 0) this.#messages.push({ role: "tool", content: results });
  }

  #settle(): void {
    this.#answerWaiting();
    const left = this.#marked;
    this.#marked = [];
    for (const marked of left) {
      this.#messages.push(
        { role: "assistant", content: [marked.call] },
        { role: "tool", content: [this.#resultOf(marked, marked.call)] },
      );
    }
  }

  /** A mark's id has a number behind it where the model used one id twice. */
  #takeMarked(callId: string): MarkedCall | undefined {
    const exact = this.#marked.findIndex(({ call }) => call.toolCallId === callId);
    const at = exact >= 0
      ? exact
      : this.#marked.findIndex(({ call }) => call.toolCallId.replace(/(?:#|__)\d+$/, "") === callId);
    return at < 0 ? undefined : this.#marked.splice(at, 1)[0];
  }

  #resultOf({ result }: MarkedCall, call: ToolCallPart): ToolResultPart {
    if (result) return { ...result, toolCallId: call.toolCallId, toolName: call.toolName };
    this.#unknownOutcomes.push(call.toolName);
    return resultFor(call, UNKNOWN_OUTCOME);
  }
}

function resultFor({ toolCallId, toolName }: ToolCallPart, value: JsonObject): ToolResultPart {
  return { type: "tool-result", toolCallId, toolName, output: { type: "json", value } };
}

const UNKNOWN_OUTCOME: JsonObject = {
  status: "error",
  error_type: "unknown_outcome",
  message: "The program ended while this call was running: it is not known whether it took effect.",
  recoverable: false,
  suggestion: "Never retry; tell the user that the outcome is unknown and that a person must check.",
};

const NOT_RUN: JsonObject = {
  status: "error",
  error_type: "cancelled",
  message: "The program ended before this call had a result.",
  recoverable: false,
  suggestion: "Do not retry; wait for what the user says next.",
};
