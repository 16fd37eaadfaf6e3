/**
 * Breaks what the program itself says between words.
 *
 * @module
 */
import { wrapText } from "../markdown/wrap_text.ts";
import type { OutputStream } from "../output_stream.ts";

/**
 * The same stream for whole lines of text: at a terminal, each is broken to the width of the window, and goes on below
 * where its words began. A pipe gets lines as they are.
 *
 * @param output The stream.
 *
 * @example
 * ```ts
 * await wrappingOutput(output).write("Handrail 0.1.0 · model offline · /help for commands\n");
 * ```
 */
export function wrappingOutput(output: OutputStream): OutputStream {
  if (!output.isTerminal()) return output;
  return {
    // Behind a question the answer is typed: the blank between them stays.
    write: (text) => output.write(wrapText(text, output.columns()) + (/ +$/.exec(text)?.[0] ?? "")),
    writeSync: (bytes) => output.writeSync(bytes),
    isTerminal: () => true,
    columns: () => output.columns(),
  };
}
