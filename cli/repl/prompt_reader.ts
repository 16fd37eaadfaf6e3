/**
 * Lets a prompt read from the one owner of standard input.
 *
 * @module
 */
import type { StandardInput } from "../standard_input.ts";

/** Why a prompt ended without an answer. */
export class PromptInterrupted extends Error {
  override readonly name = "PromptInterrupted";
}

/** What `@cliffy/prompt` reads from. */
export interface PromptReader {
  read(buffer: Uint8Array): Promise<number | null>;
  setRaw(mode: boolean, options?: { cbreak?: boolean }): void;
  isTerminal(): boolean;
}

const CTRL_C = 0x03;
const CTRL_D = 0x04;
const ENTER = 0x0d;

/**
 * A reader for one prompt. In raw mode Ctrl-C is a byte that would make the prompt end the whole program; here it
 * ends the prompt only. The end of input does the same, which a prompt would otherwise wait out for ever.
 *
 * @param input The owner of standard input.
 * @param signal Closes the prompt from outside, when its question was settled elsewhere.
 * @returns The reader; its `read` throws {@linkcode PromptInterrupted}.
 *
 * @example
 * ```ts
 * await Select.prompt({ message, options, reader: promptReader(input, signal), writer: output });
 * ```
 */
export function promptReader(input: StandardInput, signal: AbortSignal): PromptReader {
  return {
    read: async (buffer) => {
      // Enter may close the prompt: what was typed behind it is not the prompt's.
      const count = await input.read(buffer, { signal, stopAfter: ENTER });
      const keys = buffer.subarray(0, count ?? 0);
      if (count === null || keys.includes(CTRL_C) || keys.includes(CTRL_D)) {
        throw new PromptInterrupted("The prompt was interrupted");
      }
      return count;
    },
    setRaw: (mode, options) => input.setRaw(mode, options),
    isTerminal: () => input.isTerminal(),
  };
}
