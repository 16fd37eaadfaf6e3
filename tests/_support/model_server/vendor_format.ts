/**
 * What a model server says, and what a vendor makes of it on the wire.
 *
 * @module
 */

/** A call that the model makes. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: string;
}

/** What the model says. */
export interface ModelReply {
  readonly text?: string;
  /** What it thinks aloud, where the vendor passes that on. */
  readonly reasoning?: string;
  readonly toolCalls?: readonly ModelCall[];
  /** Why the answer ends, in OpenAI's words. @default {"tool_calls" with calls, else "stop"} */
  readonly finish?: "stop" | "tool_calls" | "length" | "content_filter";
  /** Is awaited before each frame of the stream, with its number from 0: the test decides when it goes out. */
  readonly before?: (frame: number) => void | Promise<void>;
  /** The connection breaks after so many frames. */
  readonly cutAfter?: number;
  /** After so many frames the vendor says that it cannot go on, and ends the stream. */
  readonly failAfter?: number;
}

/** The answer that a stream belongs to. */
export interface StreamScene {
  /** The model that was asked for. */
  readonly model: string;
  /** The number of the request, from 1. */
  readonly number: number;
}

/** What can be wrong with a request, or with the vendor. */
export type VendorFault = "key" | "balance" | "busy" | "overloaded" | "too_long" | "filtered" | "malformed";

/** A whole answer over HTTP. */
export interface VendorAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a vendor says things. */
export interface VendorFormat {
  /** The stream, one object a frame; a text is a frame as it stands. */
  readonly chunks: (reply: ModelReply, scene: StreamScene) => unknown[];
  /** A frame without the blank line behind it. @default {`data: ` and the object} */
  readonly frame?: (chunk: unknown) => string;
  /** The last frame. @default {"data: [DONE]"} */
  readonly end?: string | null;
  /** What it sends when it cannot go on. @default {the body that says that it is overloaded} */
  readonly failure?: (scene: StreamScene) => unknown;
  /** The answers that are no stream. `detail` is put where the vendor says what was wrong. */
  readonly fault: (fault: VendorFault, detail?: string) => VendorAnswer;
}

/** A frame of server-sent events as OpenAI writes it. */
export function dataFrame(chunk: unknown): string {
  return typeof chunk === "string" ? chunk : `data: ${JSON.stringify(chunk)}`;
}

/** Why an answer ends, in OpenAI's words. */
export function finishOf({ finish, toolCalls }: ModelReply): NonNullable<ModelReply["finish"]> {
  return finish ?? (toolCalls?.length ? "tool_calls" : "stop");
}

/** Cuts a text between characters. */
export function pieces(text: string, length = 3): string[] {
  const characters = [...text];
  return Array.from(
    { length: Math.ceil(characters.length / length) },
    (_, at) => characters.slice(at * length, (at + 1) * length).join(""),
  );
}

/** Cuts arguments between UTF-16 units, that is, inside an emoji as well. */
export function argumentPieces(text: string, length = 7): string[] {
  return Array.from(
    { length: Math.ceil(text.length / length) },
    (_, at) => text.slice(at * length, (at + 1) * length),
  );
}
