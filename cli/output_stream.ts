/**
 * The one module that writes to standard output and standard error.
 *
 * @module
 */

/** Thrown by a write when nobody reads any more (`EPIPE`). */
export class OutputClosedError extends Error {
  override readonly name = "OutputClosedError";
}

/** A stream that a program writes to. */
export interface OutputStream {
  /**
   * Writes all of the text, in order with earlier writes; resolves once the system has taken it.
   *
   * @throws {OutputClosedError} If the reader is gone.
   */
  write(text: string): Promise<void>;
  /** Writes at once, for prompts that draw. Returns the number of bytes. */
  writeSync(bytes: Uint8Array): number;
  /** Is a person looking? */
  isTerminal(): boolean;
  /** The terminal's width in columns; 80 when it has none. */
  columns(): number;
}

interface Sink {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

class SinkStream implements OutputStream {
  readonly #sink: Sink;
  readonly #encoder = new TextEncoder();
  #last: Promise<void> = Promise.resolve();
  #used = false;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Was anything written, or tried to? */
  get used(): boolean {
    return this.#used;
  }

  write(text: string): Promise<void> {
    this.#used = true;
    const write = this.#last.then(() => this.#writeAll(this.#encoder.encode(text)));
    // A failed write must not hold up later ones; whoever made it hears of it.
    this.#last = write.catch(() => {});
    return write;
  }

  /** Once everything that was handed over so far was taken, or could not be. */
  settled(): Promise<void> {
    return this.#last;
  }

  writeSync(bytes: Uint8Array): number {
    this.#used = true;
    return this.#sink.writeSync(bytes);
  }

  isTerminal(): boolean {
    return this.#sink.isTerminal();
  }

  columns(): number {
    try {
      return Deno.consoleSize().columns || 80;
    } catch {
      return 80;
    }
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    try {
      for (let written = 0; written < bytes.length;) {
        written += await this.#sink.write(bytes.subarray(written));
      }
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) {
        throw new OutputClosedError("Cannot write: the reader has closed its end", { cause: error });
      }
      throw error;
    }
  }
}

const [output, errors] = [new SinkStream(Deno.stdout), new SinkStream(Deno.stderr)];

/** Results, and nothing else. */
export const standardOutput: OutputStream & { readonly used: boolean } = output;

/** Progress, warnings, questions to people. */
export const standardError: OutputStream = errors;

/** A reader that has stopped reading is not waited for any longer, in milliseconds. */
const LONGEST_MS = 10_000;

/**
 * Waits until both streams have been taken: what is told aside is waited for by nobody, and a program that ends takes what
 * is still on its way with it.
 *
 * @example
 * ```ts
 * await writtenOut();
 * Deno.exit(0);
 * ```
 */
export async function writtenOut(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_MS);
  await Promise.race([Promise.all([output.settled(), errors.settled()]), promise]);
  clearTimeout(timer);
}
