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
      const count = await input.read(buffer, { signal, stopAfter: [ENTER] });
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

/**
 * Lets only the arrow keys and Enter through to a list. Its own shortcuts would let a line that was typed ahead move
 * the choice and Enter take it, before anybody has seen what is asked; and a line feed is the Enter of such a line,
 * never that of somebody who looks at the list.
 *
 * @param reader Where keys come from.
 *
 * @example
 * ```ts
 * await Select.prompt({ message, options, reader: arrowKeysOnly(promptReader(input, signal)), writer: output });
 * ```
 */
export function arrowKeysOnly(reader: PromptReader): PromptReader {
  let typed = "";
  let keys = "";
  return {
    read: async (buffer) => {
      while (keys === "") {
        const count = await reader.read(buffer);
        if (count === null) return null;
        typed += String.fromCharCode(...buffer.subarray(0, count));
        keys = (typed.match(ARROW_OR_ENTER) ?? []).join("");
        // An arrow key may come in pieces.
        typed = BEGUN_ARROW.exec(typed)?.[0] ?? "";
      }
      const { read } = new TextEncoder().encodeInto(keys, buffer);
      keys = keys.slice(read);
      return read;
    },
    setRaw: (mode, options) => reader.setRaw(mode, options),
    isTerminal: () => reader.isTerminal(),
  };
}

// deno-lint-ignore no-control-regex -- keys are control characters
const ARROW_OR_ENTER = /\x1b[[O][AB]|\r/g;
// deno-lint-ignore no-control-regex -- see above
const BEGUN_ARROW = /\x1b[[O]?$/;
