/**
 * Keeps a paste from answering a prompt.
 *
 * @module
 */
import type { OutputStream } from "../output_stream.ts";
import { PASTE_MARKS_OFF, PASTE_MARKS_ON, PasteFilter } from "./paste_filter.ts";
import type { PromptReader } from "./prompt_reader.ts";

/**
 * A prompt takes each line feed of a paste for Enter: the first line of a reason would be the reason, and the second one
 * would answer whatever is asked next. Here a paste is one line, its line feeds marked, for as long as the question stands.
 *
 * @param reader Where keys come from.
 * @param output The terminal, which is asked to mark pastes.
 * @returns The reader; disposing of it asks no more.
 *
 * @example
 * ```ts
 * using reader = pasteReader(promptReader(input, signal), output);
 * await Input.prompt({ reader, writer: output, message });
 * ```
 */
export function pasteReader(
  reader: PromptReader,
  output: Pick<OutputStream, "writeSync">,
): PromptReader & Disposable {
  const filter = new PasteFilter();
  const mark = (marks: string) => output.writeSync(new TextEncoder().encode(marks));
  let left = new Uint8Array();
  mark(PASTE_MARKS_ON);
  return {
    read: async (buffer) => {
      while (left.length === 0) {
        const count = await reader.read(buffer);
        if (count === null) return null;
        left = new Uint8Array(filter.take(buffer.subarray(0, count)));
      }
      const count = Math.min(left.length, buffer.length);
      buffer.set(left.subarray(0, count));
      left = left.slice(count);
      return count;
    },
    setRaw: (mode, options) => reader.setRaw(mode, options),
    isTerminal: () => reader.isTerminal(),
    [Symbol.dispose]: () => void mark(PASTE_MARKS_OFF),
  };
}
