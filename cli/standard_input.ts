/**
 * The one owner of standard input. Prompts, lines and commands all read through it, so that nothing typed between
 * two readers is lost.
 *
 * @module
 */

/** Where bytes come from; `Deno.stdin` fits. */
export interface ByteSource {
  read(buffer: Uint8Array): Promise<number | null>;
  setRaw(mode: boolean, options?: { cbreak?: boolean }): void;
  isTerminal(): boolean;
}

/** Makes text out of bytes; `InputText` fits. */
export interface TextSource {
  decode(bytes: Uint8Array): string;
  /** What ends a line, given what comes next. @default {one byte, 0x0A} */
  lineFeed?(next: Uint8Array): Uint8Array;
}

const LF = 0x0a;
const CR = 0x0d;
const LINE_FEED = new Uint8Array([LF]);

/**
 * Reads ahead into a buffer of its own. At most one read of the source is under way at any time, and a reader that
 * gives up leaves what it waited for to the next one.
 *
 * @example
 * ```ts
 * const input = new StandardInput(Deno.stdin);
 * const line = await input.readLine();
 * ```
 */
export class StandardInput {
  readonly #source: ByteSource;
  readonly #text: TextSource;
  #buffer = new Uint8Array();
  #reading: Promise<void> | undefined;
  /** Of a line that is waited for without a signal. */
  #waiting: AbortController | undefined;
  #ended = false;

  /**
   * @param source Where bytes come from.
   * @param text Reads those that no person types. @default {UTF-8}
   */
  constructor(source: ByteSource, text: TextSource = new TextDecoder()) {
    this.#source = source;
    this.#text = text;
  }

  /** Is a person typing? */
  isTerminal(): boolean {
    return this.#source.isTerminal();
  }

  /** Switches the terminal between single keys and whole lines. */
  setRaw(mode: boolean, options?: { cbreak?: boolean }): void {
    this.#source.setRaw(mode, options);
  }

  /**
   * Takes what is there, waiting for at least one byte.
   *
   * @param target Is filled from its beginning.
   * @param options `signal` gives up waiting; `stopAfter` ends the read behind the first of these bytes.
   * @returns How many bytes; `null` at the end of input.
   * @throws The signal's reason.
   */
  async read(
    target: Uint8Array,
    options: { readonly signal?: AbortSignal; readonly stopAfter?: readonly number[] } = {},
  ): Promise<number | null> {
    while (this.#buffer.length === 0 && !this.#ended) await this.#more(options.signal);
    if (this.#buffer.length === 0) return null;
    const { stopAfter = [] } = options;
    const stops = stopAfter.map((byte) => this.#buffer.indexOf(byte)).filter((at) => at >= 0);
    const count = Math.min(target.length, this.#buffer.length, ...stops.map((at) => at + 1));
    target.set(this.#buffer.subarray(0, count));
    this.#buffer = this.#buffer.slice(count);
    return count;
  }

  /**
   * Is there something to read, or does it come in time? Takes nothing.
   *
   * @param signal Gives up waiting.
   */
  async hasMore(signal: AbortSignal): Promise<boolean> {
    try {
      while (this.#buffer.length === 0 && !this.#ended) await this.#more(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return this.#buffer.length > 0;
  }

  /** The byte that is read next; `undefined` when none is there yet. */
  peek(): number | undefined {
    return this.#buffer[0];
  }

  /**
   * Takes a line. At a terminal a carriage return ends one as well: that is what Enter sends while a prompt has the
   * terminal in raw mode, and the line was typed ahead.
   *
   * @param signal Gives up waiting; what was typed so far stays for the next reader. Without one
   *   {@linkcode StandardInput.interrupt} does.
   * @returns The line without its end; `null` at the end of input.
   * @throws The signal's reason.
   * @throws {UsageError} If it is no text.
   */
  async readLine(signal?: AbortSignal): Promise<string | null> {
    const waiting = signal ? undefined : this.#waiting = new AbortController();
    let end = this.#lineEnd();
    try {
      while (end === undefined && !this.#ended) {
        await this.#more(signal ?? waiting?.signal);
        end = this.#lineEnd();
      }
    } finally {
      if (this.#waiting === waiting) this.#waiting = undefined;
    }
    if (end === undefined && this.#buffer.length === 0) return null;
    const { at, length } = end ?? { at: this.#buffer.length, length: 0 };
    const bytes = this.#buffer.subarray(0, at);
    this.#buffer = this.#buffer.slice(at + length);
    const line = this.isTerminal() ? new TextDecoder().decode(bytes) : this.#text.decode(bytes);
    return line.replace(/\r$/, "");
  }

  /**
   * Ends the wait for a line whose reader cannot give up by itself; that reader gets an `AbortError`.
   *
   * @returns Was one waited for?
   */
  interrupt(): boolean {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.abort();
    return waiting !== undefined;
  }

  /**
   * Takes everything up to the end of input.
   *
   * @throws {UsageError} If it is no text.
   */
  async readAll(): Promise<string> {
    while (!this.#ended) await this.#more();
    const all = this.#buffer;
    this.#buffer = new Uint8Array();
    return this.#text.decode(all);
  }

  /** All chunks up to the end of input. */
  async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    const buffer = new Uint8Array(65_536);
    for (let count = await this.read(buffer); count !== null; count = await this.read(buffer)) {
      yield buffer.slice(0, count);
    }
  }

  /** Where the line ends, and how many bytes its end takes. */
  #lineEnd(): { readonly at: number; readonly length: number } | undefined {
    if (!this.isTerminal()) {
      const feed = this.#text.lineFeed?.(this.#buffer) ?? LINE_FEED;
      const at = indexOf(this.#buffer, feed);
      return at < 0 ? undefined : { at, length: feed.length };
    }
    const [lf, cr] = [this.#buffer.indexOf(LF), this.#buffer.indexOf(CR)];
    const at = cr < 0 || (lf >= 0 && lf <= cr + 1) ? lf : cr;
    return at < 0 ? undefined : { at, length: 1 };
  }

  async #more(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#reading ??= this.#fill().finally(() => this.#reading = undefined);
    if (!signal) return await this.#reading;
    const { promise, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await Promise.race([this.#reading, promise]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  async #fill(): Promise<void> {
    const chunk = new Uint8Array(65_536);
    const count = await this.#source.read(chunk);
    if (count === null) {
      this.#ended = true;
      return;
    }
    const joined = new Uint8Array(this.#buffer.length + count);
    joined.set(this.#buffer);
    joined.set(chunk.subarray(0, count), this.#buffer.length);
    this.#buffer = joined;
  }
}

/** Where a unit of one or more bytes stands among others of its size. */
function indexOf(buffer: Uint8Array, unit: Uint8Array): number {
  const [first = LF] = unit;
  let at = buffer.indexOf(first);
  while (at >= 0 && !(at % unit.length === 0 && unit.every((byte, offset) => buffer[at + offset] === byte))) {
    at = buffer.indexOf(first, at + 1);
  }
  return at;
}
