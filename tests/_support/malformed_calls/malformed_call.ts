/**
 * One way to stream a call, and what may come of it.
 *
 * @module
 */

/** The call that is meant. */
export interface IntendedCall {
  readonly name: string;
  /** Another name of the tool. */
  readonly alias: string;
  readonly arguments: string;
}

/** One way to write a call. */
export interface MalformedCall {
  readonly how: string;
  /** The chunks of OpenAI's format; a text is what stands behind `data:`. */
  readonly chunks: (call: IntendedCall) => unknown[];
  /** How many lines of the ledger it makes when it is a write. */
  readonly writes: 0 | 1;
  /** How many calls run when it is a read. */
  readonly reads: 0 | 1 | 2;
  /** How the turn ends. @default {"completed"} */
  readonly ends?: "failed";
}

/** A chunk with one piece of the answer. */
export function piece(delta: unknown, finish_reason: string | null = null): object {
  return { id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] };
}

/** The end of an answer with calls. */
export const END = piece({}, "tool_calls");

/** A call, or a piece of one. */
export type Part = Readonly<Record<string, unknown>>;

/** Whole calls in one piece each, and the end. */
export function calls(...parts: Part[]): unknown[] {
  return [...parts.map((part) => piece({ tool_calls: [part] })), END];
}

/** A proper call, with what is to be different. */
export function whole(name: string, input: unknown, more: Part = {}): Part {
  return { index: 0, id: "c1", type: "function", function: { name, arguments: input }, ...more };
}

/** A proper beginning, the arguments in these pieces, and the end. */
export function inPieces(
  name: string,
  parts: readonly string[],
  finish: string | null = "tool_calls",
): unknown[] {
  return [
    piece({ role: "assistant", content: null, tool_calls: [whole(name, "")] }),
    ...parts.map((part) => piece({ tool_calls: [{ index: 0, function: { arguments: part } }] })),
    piece({}, finish),
  ];
}

/** A text in two pieces. */
export function halves(text: string): [string, string] {
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)];
}
