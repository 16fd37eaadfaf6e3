/**
 * Writes events as JSON lines.
 *
 * @module
 */
import type { OutputStream } from "../output_stream.ts";

/** Settings of {@linkcode EventWriter}. */
export interface EventWriterOptions {
  readonly output: OutputStream;
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Puts each event into its envelope (`type`, `seq`, `ts`, `session_id`) and onto a line of its own, with one awaited
 * write: a slow reader holds the program up, and nothing is lost when it ends.
 *
 * @example
 * ```ts
 * await writer.write({ type: "response", id: "1", ok: true });
 * ```
 */
export class EventWriter {
  readonly #options: EventWriterOptions;
  #seq = 0;

  /** @param options See {@linkcode EventWriterOptions}. */
  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  /**
   * Writes one event.
   *
   * @param event Its type first; fields that are `undefined` are left out.
   * @throws {OutputClosedError} If the reader is gone.
   */
  async write(event: { readonly type: string; readonly [field: string]: unknown }): Promise<void> {
    const { output, sessionId, now } = this.#options;
    const { type, ...fields } = event;
    const envelope = { type, seq: this.#seq++, ts: new Date(now()).toISOString(), session_id: sessionId };
    await output.write(`${escapeSeparators(JSON.stringify({ ...envelope, ...fields }))}\n`);
  }
}

/** U+2028 and U+2029 are legal in JSON and end a line for some readers. */
function escapeSeparators(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
