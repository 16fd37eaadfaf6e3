/**
 * Keeps a terminal at single keys while something is asked.
 *
 * @module
 */
import type { PromptReader } from "./prompt_reader.ts";

/**
 * `@cliffy/prompt` switches single keys on for each read and off behind it. A key that comes in between goes through
 * the terminal's own line editing: it is echoed, and Enter arrives as a line feed, which a list that must not obey
 * lines typed ahead leaves out. Here they stay on until the question is over.
 *
 * @param reader Where keys come from.
 * @returns The reader; disposing of it gives the terminal back.
 *
 * @example
 * ```ts
 * using reader = steadyKeys(promptReader(input, signal));
 * await Input.prompt({ reader, writer: output, message });
 * ```
 */
export function steadyKeys(reader: PromptReader): PromptReader & Disposable {
  let raw = false;
  return {
    read: (buffer) => reader.read(buffer),
    setRaw: (mode, options) => {
      if (!mode || raw) return;
      raw = true;
      reader.setRaw(true, options);
    },
    isTerminal: () => reader.isTerminal(),
    [Symbol.dispose]: () => {
      if (raw) reader.setRaw(false);
      raw = false;
    },
  };
}
