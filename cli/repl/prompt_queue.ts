/**
 * Asks one thing after the other.
 *
 * @module
 */
import { cleanText } from "../text/clean_text.ts";
import type { OutputStream } from "../output_stream.ts";
import { PromptInterrupted } from "./prompt_reader.ts";

/** What a queue needs. */
export interface PromptQueueOptions {
  readonly output: Pick<OutputStream, "write">;
  /** Ends the turn: a prompt was interrupted, and with it goes everything that waits. */
  readonly cancel: () => void;
}

/**
 * Prompts stand one after the other, however many calls ask at once, and one that was settled elsewhere asks for nothing
 * any more.
 *
 * @example
 * ```ts
 * const prompts = new PromptQueue({ output, cancel: () => session.cancel() });
 * prompts.open("apr_1", (signal) => askApproval(event, signal));
 * await prompts.settled();
 * ```
 */
export class PromptQueue {
  readonly #options: PromptQueueOptions;
  readonly #open = new Map<string, AbortController>();
  #last: Promise<void> = Promise.resolve();

  /** @param options See {@linkcode PromptQueueOptions}. */
  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  /**
   * Asks once everything that was asked before is settled.
   *
   * @param requestId What {@linkcode PromptQueue.close} names it by.
   * @param ask Its signal closes the prompt.
   */
  open(requestId: string, ask: (signal: AbortSignal) => Promise<void>): void {
    const closing = new AbortController();
    this.#open.set(requestId, closing);
    this.#last = this.#last.then(async () => {
      try {
        if (!closing.signal.aborted) await ask(closing.signal);
      } catch (error) {
        if (!closing.signal.aborted) this.#options.cancel();
        const expected = closing.signal.aborted || error instanceof PromptInterrupted;
        await this.#options.output.write(expected ? "\n" : `\n${cleanText(String(error))}\n`);
      } finally {
        this.#open.delete(requestId);
      }
    });
  }

  /**
   * Writes something that is no prompt: at once when nothing is asked, else behind what is asked. A list that is drawn
   * over and over would wipe it away.
   *
   * @param write Writes it.
   * @returns Resolves when it is written, or is to be written later.
   * @throws What `write` throws at once.
   */
  show(write: () => Promise<void>): Promise<void> {
    const written = this.#last.then(write);
    // A reader that is gone is noticed by whatever is written next.
    this.#last = written.catch(() => {});
    return this.#open.size > 0 ? Promise.resolve() : written;
  }

  /** Closes a prompt, open or still to come: it was settled by time, by Ctrl-C or by somebody else. */
  close(requestId: string): void {
    this.#open.get(requestId)?.abort();
  }

  /** Resolves once nothing is asked any more. */
  settled(): Promise<void> {
    return this.#last;
  }
}
