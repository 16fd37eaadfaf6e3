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
}

/** Keeps every write, and can be made to fail or to wait. */
export class RecordingOutput implements OutputStream {
  /** What was written, one entry a write. */
  readonly writes: string[] = [];
  /** Every write rejects with it while it is set. */
  failure: Error | undefined;
  readonly #terminal: boolean;
  readonly #holds: { readonly matches: (text: string) => boolean; readonly gate: Promise<void> }[] = [];

  constructor({ terminal = false }: RecordingOutputOptions = {}) {
    this.#terminal = terminal;
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

  async write(text: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.writes.push(text);
    await Promise.all(this.#holds.filter(({ matches }) => matches(text)).map(({ gate }) => gate));
  }

  writeSync(bytes: Uint8Array): number {
    this.writes.push(new TextDecoder().decode(bytes));
    return bytes.length;
  }

  isTerminal(): boolean {
    return this.#terminal;
  }

  columns(): number {
    return 80;
  }
}
