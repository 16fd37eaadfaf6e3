/**
 * A stream that keeps what is written to it.
 *
 * @module
 */
import type { OutputStream } from "../../cli/output_stream.ts";

/** How the stream behaves. */
export interface RecordingOutputOptions {
  /** Is it a terminal? @default {false} */
  readonly terminal?: boolean;
  /** The width of its window. @default {80} */
  readonly columns?: number;
}

/** Keeps every write, and can be made to fail or to wait. */
export class RecordingOutput implements OutputStream {
  /** What was written, one entry a write. */
  readonly writes: string[] = [];
  /** Every write rejects with it while it is set. */
  failure: Error | undefined;
  readonly #terminal: boolean;
  readonly #columns: number;
  readonly #wanted = new Set<() => void>();
  readonly #holds: { readonly matches: (text: string) => boolean; readonly gate: Promise<void> }[] = [];

  constructor({ terminal = false, columns = 80 }: RecordingOutputOptions = {}) {
    this.#terminal = terminal;
    this.#columns = columns;
  }

  /** Everything that was written. */
  get text(): string {
    return this.writes.join("");
  }

  /**
   * Makes writes wait, once they are recorded, until the returned function is called.
   *
   * @param matches Which writes.
   */
  hold(matches: (text: string) => boolean): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hold = { matches, gate: promise };
    this.#holds.push(hold);
    return () => {
      this.#holds.splice(this.#holds.indexOf(hold), 1);
      resolve();
    };
  }

  /** The first write that matches, once it is there. */
  async wait(matches: (text: string) => boolean): Promise<string> {
    while (true) {
      const found = this.writes.find(matches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#wanted.add(resolve));
    }
  }

  async write(text: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.#record(text);
    await Promise.all(this.#holds.filter(({ matches }) => matches(text)).map(({ gate }) => gate));
  }

  writeSync(bytes: Uint8Array): number {
    this.#record(new TextDecoder().decode(bytes));
    return bytes.length;
  }

  isTerminal(): boolean {
    return this.#terminal;
  }

  columns(): number {
    return this.#columns;
  }

  #record(text: string): void {
    this.writes.push(text);
    for (const resolve of this.#wanted) resolve();
    this.#wanted.clear();
  }
}
