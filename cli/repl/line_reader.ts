/**
 * Where a conversation's lines come from.
 *
 * @module
 */
import type { StandardInput } from "../standard_input.ts";

/** What became of waiting for a line. */
export type LineRead =
  | { readonly type: "line"; readonly text: string }
  /** Ctrl-C; `empty`: nothing had been typed. */
  | { readonly type: "interrupted"; readonly empty: boolean }
  | { readonly type: "end" };

/** Reads line after line. */
export interface LineReader {
  /**
   * Reads a line.
   *
   * @param prompt What stands before it, where a person types.
   * @param signal Gives up waiting.
   * @throws The signal's reason.
   */
  read(prompt: string, signal?: AbortSignal): Promise<LineRead>;
  /** Gives back what it holds of the terminal, until the next line is read. */
  close(): void;
}

/** Lines out of a pipe or a file: no prompt, no editing. */
export function plainLines(input: StandardInput): LineReader {
  return {
    read: async (_prompt, signal) => {
      const text = await input.readLine(signal);
      return text === null ? { type: "end" } : { type: "line", text };
    },
    close: () => {},
  };
}
